// Workers of browsers and of Node, started the same way.

/** @import { News, Order, Question, Start } from './worker.js' */

/**
 * @typedef {object} WorkerLike
 * @property {(message: Start | Order | Question) => void} post
 * @property {() => void} terminate
 */

/** @typedef {(take: (news: News) => void) => WorkerLike} StartWorker */

/** @returns {Promise<StartWorker>} */
export async function workers() {
  /** @param {unknown} error */
  const broken = (error) => ({ error: /** @type {any} */ (error)?.message ?? 'the worker cannot be started' });
  if (typeof Worker !== 'undefined') {
    return (take) => {
      const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }) => take(data);
      worker.onerror = (error) => take(broken(error));
      return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
    };
  }
  const { Worker: NodeWorker } = await import('node:worker_threads');
  return (take) => {
    const worker = new NodeWorker(new URL('./worker.js', import.meta.url));
    worker.on('message', take);
    worker.on('error', (error) => take(broken(error)));
    return { post: (message) => worker.postMessage(message), terminate: () => void worker.terminate() };
  };
}

/** Whether memory can be shared with a worker. */
export const canShare = () => typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated !== false;
