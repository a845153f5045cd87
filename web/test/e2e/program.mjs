// The page as `vertumnus serve` gives it.

import { spawn } from 'node:child_process';

import { nativeEngine } from '../support.mjs';

/** Starts the program. It says at which address it is. */
export async function serveProgram() {
  const program = spawn(nativeEngine, ['serve', '--no-open', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((/** @type {(address: string) => void} */ found, failed) => {
    let said = '';
    program.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      said += text;
      const [url] = said.match(/http:\/\/\S+(?=\s)/) ?? [];
      if (url) found(url);
    });
    program.on('exit', () => failed(new Error(`it ends, and says: ${said}`)));
  });
  return { address, end: () => program.kill() };
}
