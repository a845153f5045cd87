// Builds everything for browsers into web/dist: a static page, and beside it the npm package.
//
//     node build.mjs [GAME...]
//
// Without a game, all of them, and the module `written`, which reads games from texts. Needs Rust with the target
// wasm32-unknown-unknown, and `npm ci`. If VERTUMNUS_SITE says where the page will be, links to it get pictures.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';

import { build, transform } from 'esbuild';

import { apart } from './apart.mjs';
import { FOLDER, ONWARD, cardOf, siteOf, tagsOf } from './cards.mjs';
import { GAMES } from './page/start/games.js';

const TARGET = 'wasm32-unknown-unknown';
/** What the modules use of WebAssembly. All browsers have had it since 2023. */
const FEATURES = [
  'bulk-memory',
  'bulk-memory-opt',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
  'simd',
].map((feature) => `--enable-${feature}`);

/** Continuous integration takes no warning of the compiler. It adds to the flags of `.cargo/config.toml`. */
const STRICT = process.env.CI ? ['--config', `target.${TARGET}.rustflags = ["-Dwarnings"]`] : [];

const web = new URL('./', import.meta.url);
const repository = new URL('../', web);
const built = new URL(`${process.env.CARGO_TARGET_DIR ?? 'target'}/`, repository);
const dist = new URL('dist/', web);
const npmPackage = new URL('package/', dist);

/** @param {string} program @param {string[]} args */
function run(program, args) {
  console.log(`$ ${program} ${args.join(' ')}`);
  execFileSync(program, args, { cwd: repository, stdio: 'inherit' });
}

/** @param {string} name */
const tool = (name) => fileURLToPath(new URL(`node_modules/.bin/${name}`, web));

/** The module that reads games from texts. It has no others, and no networks. */
const WRITTEN = 'written';

/** The names of all games: each has a suite. */
async function allGames() {
  const names = await readdir(new URL('perft/', repository));
  return names.flatMap((name) => name.match(/^(\w+)\.epd$/)?.[1] ?? []).sort();
}

/** @param {string} program @param {string[]} args @param {Record<string, string>} [variables] of its environment */
async function start(program, args, variables) {
  const env = { ...process.env, ...variables };
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: repository, env, maxBuffer: 1 << 28 });
  console.log(`$ ${program} ${args.join(' ')}\n${stdout}${stderr}`);
}

/**
 * Compiles the module of a game.
 * @param {string} game
 * @param {URL} folder where Cargo builds it
 */
async function buildModule(game, folder) {
  const features = game === WRITTEN ? WRITTEN : `vertumnus-core/${game}`;
  // It is the largest of the modules.
  const small = game === WRITTEN ? ['--config', 'profile.wasm.package.vertumnus-engine.opt-level="s"'] : [];
  const args = [
    ...['rustc', '--locked', '--package', 'vertumnus-web', '--profile', 'wasm', '--target', TARGET],
    ...['--crate-type', 'cdylib', '--no-default-features', '--features', features],
    ...['--target-dir', fileURLToPath(folder), ...small, ...STRICT],
  ];
  await start('cargo', args, game === WRITTEN ? { VERTUMNUS_WITHOUT_NETWORKS: '1' } : {});
  const compiled = new URL(`${TARGET}/wasm/vertumnus_web.wasm`, folder);
  const rest = game === WRITTEN ? compiled : new URL(`${game}.wasm`, folder);
  // A text's rules want the network, too.
  const parts = game === WRITTEN ? [game] : [game, `${game}.network`];
  if (game !== WRITTEN) {
    const module = await readFile(compiled);
    const network = await readFile(new URL(`src/games/${game}/network.vnn`, repository));
    await writeFile(new URL(`games/${game}.network.wasm`, npmPackage), await apart(module, network));
    await writeFile(rest, module);
  }
  const optimised = new URL(`games/${game}.wasm`, npmPackage);
  await start(tool('wasm-opt'), [...FEATURES, '-O3', fileURLToPath(rest), '-o', fileURLToPath(optimised)]);
  for (const name of parts) {
    const bytes = await readFile(new URL(`games/${name}.wasm`, npmPackage));
    console.log(`${name}: ${bytes.length} bytes, ${brotliCompressSync(bytes).length} compressed`);
  }
}

/**
 * Compiles the modules, two at a time: much of the work on one is done by one thread.
 * @param {string[]} games
 */
async function buildModules(games) {
  const left = [...games];
  const folders = [built, new URL('modules/', built)].slice(0, availableParallelism());
  await Promise.all(
    folders.map(async (folder) => {
      for (let game = left.shift(); game; game = left.shift()) await buildModule(game, folder);
    }),
  );
}

/** @param {string} reason @returns {never} */
function refuse(reason) {
  console.error(`build: ${reason}`);
  process.exit(2);
}

/** Where the page will be, if that is known. */
const site = (() => {
  try {
    return siteOf(process.env.VERTUMNUS_SITE);
  } catch (error) {
    return refuse(/** @type {Error} */ (error).message);
  }
})();

/** The engine: that of the environment, if it names one. Only some draw points. */
const native = process.env.VERTUMNUS_ENGINE
  ? [process.env.VERTUMNUS_ENGINE]
  : ['cargo', 'run', '--locked', ...(site ? ['--features', 'png'] : []), '--'];

/** The page, and the rules of all games for people. */
function exportPage() {
  const [program, ...args] = native;
  run(program, [...args, 'serve', '--export', fileURLToPath(dist)]);
}

/**
 * What links show: of each game the last position of its lesson, or else its start.
 * @param {URL} site
 * @param {string[]} games
 */
async function makeCards(site, games) {
  const { Rules } = await import(new URL('index.js', npmPackage).href);
  const folder = new URL(`${FOLDER}/`, dist);
  await mkdir(folder);
  await writeFile(new URL('onward.js', folder), ONWARD);
  for (const name of games) {
    const rules = await Rules.load(name);
    const { title } = rules.variant;
    await writeFile(new URL(`${name}.html`, folder), cardOf(site, { name, title, about: GAMES[name]?.about ?? title }));
    const guide = new URL(`guides/${name}.pgn`, dist);
    const [lesson] = existsSync(guide) ? rules.call('readPgn', { text: await readFile(guide, 'utf8') }) : [];
    const moves = lesson ? ['--moves', ...lesson.plies.map((/** @type {any} */ { move }) => move)] : [];
    const [program, ...args] = native;
    const drawing = [...args, 'diagram', '--variant', name, '--png', '--size', '75', ...moves];
    const { stdout, stderr, status } = spawnSync(program, drawing, { cwd: repository, maxBuffer: 1 << 24 });
    if (status !== 0) refuse(`the engine draws no picture: ${stderr}`);
    await writeFile(new URL(`${name}.png`, folder), stdout);
  }
  await cp(new URL('docs/images/page.png', repository), new URL('page.png', folder));
  const index = new URL('index.html', dist);
  const page = await readFile(index, 'utf8');
  const [, about] = /name="description"\s+content="(.*)"/.exec(page) ?? [];
  const tags = tagsOf(site, { title: 'Vertumnus', about, url: site, picture: 'page.png' });
  await writeFile(
    index,
    page.replace(/^( *)<link rel="icon"/m, (icon, indent) => `${indent}${tags}\n${icon}`),
  );
}

/**
 * Lists the files that a browser keeps for when there is no network. Modules, pictures, reports and libraries are kept when they
 * are loaded: nobody plays all games.
 */
async function listFiles() {
  const all = await readdir(dist, { recursive: true, withFileTypes: true });
  const names = all
    .filter((entry) => entry.isFile() && /\.(html|css|js|json|svg|epd|pgn|webmanifest)$/.test(entry.name))
    .map((entry) => relative(fileURLToPath(dist), join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((name) => !/^(rules\/diagrams|playtest|lib|play)\//.test(name) && name !== 'package/package.json');
  await writeFile(new URL('files.json', dist), JSON.stringify(['./', ...names.sort()]));
}

async function copyPackage() {
  await cp(new URL('package/', web), npmPackage, { recursive: true });
  // Those of games that are compiled are in modules.
  for (const game of await readdir(new URL('src/games/', repository))) {
    const network = new URL(`src/games/${game}/network.vnn`, repository);
    const isCompiled = existsSync(new URL(`perft/${game}.epd`, repository));
    if (!isCompiled && existsSync(network)) await cp(network, new URL(`games/${game}.vnn`, npmPackage));
  }
  for (const licence of ['LICENSE-APACHE', 'LICENSE-MIT']) {
    await cp(new URL(licence, repository), new URL(licence, npmPackage));
  }
  // The types of the modules, from their comments.
  run(tool('tsc'), ['--project', fileURLToPath(new URL('tsconfig.package.json', web))]);
}

/**
 * Makes one file of each of these files of the page and those that it imports: each costs a round trip before it is
 * asked for.
 * @param {string[]} names
 */
async function bundled(...names) {
  const { metafile } = await build({
    ...{ bundle: true, format: 'esm', target: 'es2022', metafile: true },
    ...{ entryPoints: names, outdir: '.', outbase: '.', allowOverwrite: true, absWorkingDir: fileURLToPath(dist) },
  });
  const parts = Object.keys(metafile.inputs).filter((part) => !names.includes(part));
  await Promise.all(parts.map((part) => rm(new URL(part, dist))));
}

/** Bundles the page, and names in it what its script needs next, so that it is asked for at once. */
async function bundle() {
  // What is loaded when it is asked for has a copy of what both use.
  await bundled('main.js', 'start/gallery.js', 'game/made-lesson.js');
  await bundled('style.css');
  const index = new URL('index.html', dist);
  const scripts = (await readdir(npmPackage)).filter((name) => name.endsWith('.js') && name !== 'worker.js');
  const wanted = [
    '<link rel="preload" as="fetch" crossorigin href="backend.json">',
    ...scripts.map((name) => `<link rel="modulepreload" href="package/${name}">`),
  ];
  const links = (/** @type {string} */ indent) => wanted.map((link) => indent + link).join('\n');
  const page = await readFile(index, 'utf8');
  await writeFile(
    index,
    page.replace(/^( *)<script type="module"/m, (script, indent) => `${links(indent)}\n${script}`),
  );
}

/** Takes comments and long names out of scripts and styles: they are half of what comes over the line. */
async function minify() {
  const all = await readdir(dist, { recursive: true });
  for (const name of all.filter((name) => /\.(js|css)$/.test(name))) {
    const file = new URL(name, dist);
    const loader = name.endsWith('.css') ? 'css' : 'js';
    const { code } = await transform(await readFile(file, 'utf8'), { loader, minify: true, target: 'es2022' });
    await writeFile(file, code);
  }
}

/**
 * Tells the page that it has no host but this folder, and which games are in it.
 * @param {string[]} games
 */
async function describeHost(games) {
  const { Rules } = await import(new URL('index.js', npmPackage).href);
  const rules = await Promise.all(games.map((game) => Rules.load(game)));
  if (rules.length === 0) rules.push(await Rules.load(null, { rules: '[chess:chess]\n' }));
  const host = {
    native: false,
    games: games.length === 0 ? [] : rules.flatMap((one) => one.call('games', {})),
    levels: rules[0].call('levels', {}),
    canWrite: existsSync(new URL(`games/${WRITTEN}.wasm`, npmPackage)),
    puzzles: games.filter((game) => existsSync(new URL(`puzzles/${game}.epd`, dist))),
  };
  await writeFile(new URL('backend.json', dist), JSON.stringify(host));
}

const wanted = process.argv.slice(2);
const games = await allGames();
const unknown = wanted.filter((game) => ![...games, WRITTEN].includes(game));
if (unknown.length > 0) refuse(`there is no game '${unknown[0]}'; there are ${[...games, WRITTEN].join(', ')}`);
await rm(dist, { recursive: true, force: true });
await mkdir(new URL('games/', npmPackage), { recursive: true });
exportPage();
await copyPackage();
// The one that takes longest comes first, so that both folders are done at about the same time.
const chosen = wanted.length > 0 ? wanted : [WRITTEN, ...games];
await buildModules(chosen);
const playable = chosen.filter((game) => game !== WRITTEN);
await describeHost(playable);
if (site) await makeCards(site, playable);
await bundle();
await minify();
await listFiles();
