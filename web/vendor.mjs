// Makes page/lib/codemirror.js of the packages of CodeMirror. It is kept among the files of the page, because the
// program has these in itself, and is built without Node.
//
//     npm run vendor

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const web = new URL('./', import.meta.url);

/** Where the page has it. */
export const LIBRARY = new URL('page/lib/codemirror.js', web);

/** The library as one module, below its license. */
export async function library() {
  const license = await readFile(new URL('node_modules/@codemirror/view/LICENSE', web), 'utf8');
  const { outputFiles } = await build({
    ...{ bundle: true, format: 'esm', target: 'es2022', minify: true, write: false, legalComments: 'none' },
    ...{ entryPoints: [fileURLToPath(new URL('codemirror.mjs', web))], absWorkingDir: fileURLToPath(web) },
    banner: { js: `/*! CodeMirror, see https://codemirror.net\n\n${license.trim()}\n*/` },
  });
  return outputFiles[0].text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(LIBRARY, await library());
