// The server, on Pyodide, in a thread of its own. It is told where its files are; then each message is the text of one of LSP.

import type { loadPyodide, PyodideAPI } from 'pyodide';

/** Where the parts of Python are, as addresses. */
export interface Parts {
  pyodide: string;
  standardLibrary: string;
  packages: string;
  /** The memory of a Python that has imported the server, and its size in bytes. */
  memory: string;
  size: number;
  /** The word of the memory that says how functions are called without JavaScript between. */
  place: number;
  /** What is at these addresses, where the worker cannot load it itself. */
  content?: Record<string, Uint8Array<ArrayBuffer>>;
}

/** A file for the server's disk; null removes it. */
export interface Written {
  path: string;
  content: Uint8Array | null;
}

/** What the worker says besides texts of LSP. */
export type Told = { stage: 'python' | 'server' | 'ready' } | { failed: string };

const scope = globalThis as unknown as {
  postMessage(message: string | Told): void;
  onmessage: ((event: MessageEvent) => void) | null;
};

scope.onmessage = ({ data }: MessageEvent<Parts>) => {
  const early: (string | Written)[] = [];
  scope.onmessage = (event: MessageEvent<string | Written>) => void early.push(event.data);
  start(data).then(
    (take) => {
      scope.onmessage = (event: MessageEvent<string | Written>) => take(event.data);
      scope.postMessage({ stage: 'ready' });
      for (const message of early) take(message);
    },
    (problem: unknown) => scope.postMessage({ failed: String(problem) }),
  );
};

/** Starts the server; returns what to call with each message of the client. */
async function start(parts: Parts): Promise<(message: string | Written) => void> {
  scope.postMessage({ stage: 'python' });
  // Pyodide refuses classic workers, which VS Code starts: it finds them by this, and needs nothing else of a module.
  Object.assign(globalThis, { importScripts: () => { throw new TypeError('modules import scripts otherwise'); } });
  const content = parts.content ?? {};
  if (parts.content) {
    const load = globalThis.fetch.bind(globalThis);
    globalThis.fetch = async (asked, options) => {
      const given = content[String(asked)];
      return given ? new Response(given, { headers: { 'Content-Type': typeOf(String(asked)) } }) : load(asked, options);
    };
  }
  /** What to import a script by. */
  const script = (name: string) => {
    const given = content[parts.pyodide + name];
    return given ? URL.createObjectURL(new Blob([given], { type: 'text/javascript' })) : parts.pyodide + name;
  };
  const packages = fetch(parts.packages).then(found);
  const memory = fetch(parts.memory).then(unpacked);
  const { loadPyodide: load } = (await import(script('pyodide.mjs'))) as { loadPyodide: typeof loadPyodide };
  const { default: create } = (await import(script('pyodide.asm.mjs'))) as { default: CreatePyodideModuleFn };
  let direct = 0;
  const python = await load({
    indexURL: parts.pyodide,
    stdLibURL: parts.standardLibrary,
    lockFileContents: EMPTY,
    packageBaseUrl: parts.pyodide,
    _loadSnapshot: memory,
    createPyodideModule: async (settings) => {
      // Pyodide copies the snapshot into its memory, which must be as large.
      const module = (await create(settings)) as unknown as Module;
      module._free(module._malloc(parts.size));
      direct = module.HEAP32[parts.place] ?? 0;
      return module as never;
    },
  });
  (python as unknown as { _module: Module })._module.HEAP32[parts.place] = direct;
  scope.postMessage({ stage: 'server' });
  python.FS.writeFile('/lib/planlsp.zip', new Uint8Array(await packages));
  python.runPython(AFTER);
  const take = serve(python, direct !== 0 && 'Suspending' in WebAssembly);
  return (message) => (typeof message === 'string' ? take(message) : write(python, message));
}

function typeOf(address: string): string {
  return address.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
}

type CreatePyodideModuleFn = NonNullable<NonNullable<Parameters<typeof loadPyodide>[0]>['createPyodideModule']>;
type Module = { _malloc(size: number): number; _free(place: number): void; HEAP32: Int32Array };

// The archives have only what the snapshot has not; native code is imported from files alone.
const AFTER = `
import importlib, site, zipfile
importlib.invalidate_caches()
with zipfile.ZipFile("/lib/planlsp.zip") as packages:
    native = [name for name in packages.namelist() if name.startswith("msgspec/")]
    packages.extractall(site.getsitepackages()[0], native)
`;

function write({ FS }: PyodideAPI, { path, content }: Written): void {
  if (content) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
    FS.writeFile(path, content);
  } else if (FS.analyzePath(path).exists) {
    FS.unlink(path);
  }
}

const EMPTY = {
  info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten', python: '3.14.2', version: '314.0.7' },
  packages: {},
} as never;

async function found(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  return response.arrayBuffer();
}

async function unpacked(response: Response): Promise<ArrayBuffer> {
  if (!response.ok || !response.body) throw new Error(`${response.status} ${response.url}`);
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

interface Server {
  log_to(path: undefined): void;
  serve_messages(...given: unknown[]): (text: string) => void;
}

/** `canPause` says whether calls can be set aside: where the browser has WebAssembly's promise integration. */
function serve(python: PyodideAPI, canPause: boolean): (message: string) => void {
  const server = python.pyimport('planlsp.serve') as Server;
  server.log_to(undefined);
  const ffi = python.pyimport('pyodide.ffi') as { run_sync: unknown };
  const call = (work: { (): void; callPromising(): Promise<void>; copy(): typeof work; destroy(): void }) => {
    if (!canPause) {
      work();
      return;
    }
    const kept = work.copy();
    void kept.callPromising().finally(() => kept.destroy());
  };
  return server.serve_messages((text: string) => scope.postMessage(text), call, canPause ? ffi.run_sync : undefined);
}
