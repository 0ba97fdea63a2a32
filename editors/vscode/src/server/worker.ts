// The web worker of the server, as the client library expects one: with messages as objects, of LSP alone.

/** Where the parts of the server are, below its folder. */
export interface Parts {
  readonly worker: string;
  readonly pyodide: string;
  readonly standardLibrary: string;
  readonly packages: string;
  readonly memory: string;
  readonly size: number;
  readonly place: number;
}

/** The names of the files that the parts name. */
export function filesOf({ worker, pyodide, standardLibrary, packages, memory }: Parts): string[] {
  const runtime = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'].map((name) => pyodide + name);
  return [worker, standardLibrary, packages, memory, ...runtime];
}

interface WebWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
}
declare const Worker: new (address: string) => WebWorker;

/** Where the worker looks for its parts; nothing is asked of it, since they are handed over. */
const BASE = 'https://planlsp.invalid/';

type Listener = (event: { data: unknown }) => void;

export class ServerWorker {
  onmessage: Listener | null = null;
  readonly #worker: WebWorker;
  readonly #onError = new Set<(event: { message: string }) => void>();

  /** `content` are the parts, by their names: an extension's own files may not be loaded by a worker. */
  constructor(parts: Parts, content: ReadonlyMap<string, Uint8Array>) {
    const script = new Blob([content.get(parts.worker)! as Uint8Array<ArrayBuffer>], { type: 'text/javascript' });
    this.#worker = new Worker(URL.createObjectURL(script));
    this.#worker.onmessage = ({ data }) => {
      if (typeof data === 'string') {
        this.onmessage?.({ data: JSON.parse(data) });
      } else if (typeof data === 'object' && data !== null && 'failed' in data) {
        this.#fail(String(data.failed));
      }
    };
    this.#worker.onerror = ({ message }) => this.#fail(message);
    const { pyodide, standardLibrary, packages, memory, size, place } = parts;
    this.#worker.postMessage({
      pyodide: BASE + pyodide,
      standardLibrary: BASE + standardLibrary,
      packages: BASE + packages,
      memory: BASE + memory,
      size,
      place,
      content: Object.fromEntries([...content].map(([name, bytes]) => [BASE + name, bytes])),
    });
  }

  postMessage(message: unknown): void {
    this.#worker.postMessage(JSON.stringify(message));
  }

  /** Writes a file on the server's disk; null removes it. */
  write(path: string, content: Uint8Array | null): void {
    this.#worker.postMessage({ path, content });
  }

  addEventListener(kind: string, listener: (event: { message: string }) => void): void {
    if (kind === 'error') {
      this.#onError.add(listener);
    }
  }

  terminate(): void {
    this.#worker.terminate();
  }

  dispose(): void {
    this.terminate();
  }

  #fail(message: string): void {
    this.#onError.forEach((listener) => listener({ message }));
  }
}
