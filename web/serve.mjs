// Serves a folder on 127.0.0.1, as a static host would: compressed, and without any special headers.
//
//     node serve.mjs [FOLDER [PORT]]

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';

const TYPES = /** @type {Record<string, string>} */ ({
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
});

/**
 * The name of a file in the folder; `null` if an address is elsewhere, or is none.
 * @param {string} address
 * @param {string} path
 */
function nameBelow(address, path) {
  try {
    const { pathname } = new URL(address, 'http://localhost');
    return pathname.startsWith(path) ? decodeURIComponent(pathname.slice(path.length)) : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} folder
 * @param {{ port?: number, path?: string }} [options] the port, any free one by default; the path below which the
 *     folder appears
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export function serve(folder, { port = 0, path = '/' } = {}) {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    const below = nameBelow(request.url ?? '/', path);
    const file =
      below === null ? root : resolve(root, below === '' || below.endsWith('/') ? `${below}index.html` : below);
    const isFile =
      file.startsWith(root + sep) &&
      (await stat(file).then(
        (found) => found.isFile(),
        () => false,
      ));
    if (!isFile) return response.writeHead(404).end('not found');
    const type = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' };
    const isCompressed = String(request.headers['accept-encoding']).includes('gzip');
    response.writeHead(200, isCompressed ? { ...type, 'content-encoding': 'gzip' } : type);
    pipeline(createReadStream(file), ...(isCompressed ? [createGzip({ level: 1 })] : []), response, () => undefined);
  });
  return new Promise((ready) => {
    server.listen(port, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      const close = () =>
        new Promise((/** @type {(ended: void) => void} */ ended) => {
          server.closeAllConnections();
          server.close(() => ended());
        });
      ready({ url: `http://127.0.0.1:${address.port}${path}`, close });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = fileURLToPath(new URL('dist/', import.meta.url)), port = '8000'] = process.argv.slice(2);
  const { url } = await serve(folder, { port: Number(port) });
  console.log(`${folder} is at ${url}`);
}
