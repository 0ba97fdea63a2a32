// The worker of the server, as a transport of LSP.

import type { Transport } from '@codemirror/lsp-client';
import type { Parts, Told } from './worker.ts';

/** Where the parts of the server are, from the page; `build.mjs` states them. */
declare const PARTS: Parts & { worker: string };

/** Why the server cannot run here; null where nothing is known against it. */
export function obstacle(): string | null {
  if (typeof WebAssembly !== 'object') {
    return 'This browser has no WebAssembly, which the server needs. Some browsers switch it off in a strict mode: allow it for this page.';
  }
  if (typeof Worker !== 'function' || typeof DecompressionStream !== 'function') {
    return 'This browser is too old for the server. Use Chrome or Edge 123, Firefox 120, Safari 17.5, or a later one.';
  }
  return null;
}

/** A server that starts; `tell` learns how far it is, and why it failed. */
export function startServer(tell: (told: Told) => void): Transport {
  const handlers = new Set<(text: string) => void>();
  const here = (path: string) => new URL(path, document.baseURI).href;
  const worker = new Worker(here(PARTS.worker), { type: 'module', name: 'planlsp' });
  worker.onmessage = ({ data }: MessageEvent<string | Told>) => {
    if (typeof data === 'string') handlers.forEach((handle) => handle(data));
    else tell('failed' in data ? { failed: reason(data.failed) } : data);
  };
  worker.onerror = (event) => tell({ failed: reason(event.message || 'the worker could not be started') });
  worker.postMessage({
    pyodide: here(PARTS.pyodide),
    standardLibrary: here(PARTS.standardLibrary),
    packages: here(PARTS.packages),
    memory: here(PARTS.memory),
    size: PARTS.size,
    place: PARTS.place,
  } satisfies Parts);
  return {
    send: (text) => worker.postMessage(text),
    subscribe: (handler) => void handlers.add(handler),
    unsubscribe: (handler) => void handlers.delete(handler),
  };
}

/** Why the server could not start, for people. */
export function reason(problem: string): string {
  if (/memory|allocat/i.test(problem)) {
    return `The server needs about 450 MB of memory, and this browser has too little. Close other tabs and load the page again. (${problem})`;
  }
  if (/fetch|network|import|40\d|load/i.test(problem)) {
    return `A part of the server could not be loaded. Check the connection and load the page again. (${problem})`;
  }
  return `The server could not start. (${problem})`;
}
