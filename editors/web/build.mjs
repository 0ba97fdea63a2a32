// node build.mjs WHEELS EXAMPLES OUT: a folder that works from any file server.
//
// Python's library and the packages are compiled by the Python that will run them, and a Python that has imported them is
// kept as a snapshot of its memory: it starts in a fifth of the time. All names but those of the page, its frame and the
// service worker contain a hash of the contents, so they may be cached for ever.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { loadPyodide } from 'pyodide';

const here = dirname(fileURLToPath(import.meta.url));
const [wheels, examples, out] = process.argv.slice(2);
const pyodide = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));

const hashOf = (...contents) => {
  const hash = createHash('sha256');
  contents.forEach((content) => hash.update(content));
  return hash.digest('hex').slice(0, 12);
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'];
const { library, packages, memory, size, place } = await compiled();
const runtime = `python-${hashOf(...RUNTIME.map((name) => readFileSync(join(pyodide, name))))}`;
mkdirSync(join(out, runtime));
for (const name of RUNTIME) cpSync(join(pyodide, name), join(out, runtime, name));

const put = (name, ending, content) => {
  const file = `${name}-${hashOf(content)}.${ending}`;
  writeFileSync(join(out, file), content);
  return file;
};
const parts = {
  pyodide: `${runtime}/`,
  standardLibrary: put('library', 'zip', library),
  packages: put('packages', 'zip', packages),
  memory: put('memory', 'bin', memory),
  size,
  place,
  worker: put('worker', 'js', await bundled('worker.ts', {}, 'iife')),
};
const style = put('page', 'css', (await bundled('../style.css')));
const offline = [
  './', 'frame.html', style, parts.worker, parts.standardLibrary, parts.packages, parts.memory,
  ...RUNTIME.map((name) => `${runtime}/${name}`),
];
const constants = { PARTS: parts, EXAMPLES: texts() };
const version = hashOf(...offline, await bundled('page.ts', constants), readFileSync(join(here, 'index.html')));
const script = put('page', 'js', await bundled('page.ts', { ...constants, OFFLINE: { version, files: offline } }));
// For VS Code, which starts the same worker.
writeFileSync(join(out, 'parts.json'), JSON.stringify(parts));
// Only the page knows its own name.
writeFileSync(join(out, 'offline.js'), await bundled('offline.ts'));
cpSync(join(here, 'frame.html'), join(out, 'frame.html'));
const page = readFileSync(join(here, 'index.html'), 'utf8');
writeFileSync(join(out, 'index.html'), page.replace('{style}', style).replace('{script}', script));

/** A script or style of `src`, with these constants. */
async function bundled(name, constants = {}, format = 'esm') {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'src', name)],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: 'es2022',
    legalComments: 'none',
    define: Object.fromEntries(Object.entries(constants).map(([key, value]) => [key, JSON.stringify(value)])),
  });
  return outputFiles[0].contents;
}

/** The examples, by name and tab. The lines that name files of theirs would name none here. */
function texts() {
  const named = JSON.parse(readFileSync(join(here, 'examples.json'), 'utf8'));
  const read = (file) => readFileSync(join(examples, file), 'utf8').replace(/^;;!.*\n/gm, '');
  const each = (tabs) => Object.fromEntries(Object.entries(tabs).map(([tab, file]) => [tab, read(file)]));
  return Object.fromEntries(Object.entries(named).map(([name, tabs]) => [name, each(tabs)]));
}

/** Python's own library and the packages of the wheels, as archives of compiled modules, and the memory of a Python
 * that has imported what a session uses. The archives have the rest. */
async function compiled() {
  const packer = await loadPyodide();
  const { FS } = packer;
  const given = readdirSync(wheels).filter((name) => name.endsWith('.whl')).sort();
  for (const name of given) FS.writeFile(`/tmp/${name}`, new Uint8Array(readFileSync(join(wheels, name))));
  FS.writeFile('/tmp/library.zip', new Uint8Array(readFileSync(join(pyodide, 'python_stdlib.zip'))));
  packer.runPython(readFileSync(join(here, 'pack.py'), 'utf8'));
  const pack = packer.globals.get('pack');
  const thin = packer.globals.get('thin');
  pack(['/tmp/library.zip'], '/tmp/all-library.zip');
  pack(given.map((name) => `/tmp/${name}`), '/tmp/all-packages.zip');

  const file = join(out, 'library.zip');
  writeFileSync(file, FS.readFile('/tmp/all-library.zip'));
  // Python asks once whether calls can be set aside, and the memory keeps the answer. The worker asks its browser itself.
  WebAssembly.Suspending ??= function Suspending(call) {
    return call;
  };
  WebAssembly.promising ??= (call) => call;
  const python = await loadPyodide({ _makeSnapshot: true, stdLibURL: file });
  rmSync(file);
  python.FS.writeFile('/lib/planlsp.zip', FS.readFile('/tmp/all-packages.zip'));
  const [, first] = Object.entries(texts())[0];
  python.globals.set('TEXTS', python.toPy(Object.fromEntries(Object.entries(first).map(([tab, text]) => [`${tab}.pddl`, text]))));
  python.runPython(readFileSync(join(here, 'warm.py'), 'utf8'));
  const modules = python.globals.get('MODULES').toJs();
  python.globals.clear();
  // Nor may it keep how this Node calls functions without JavaScript between: the worker states how its browser does.
  const { HEAP32, __PyRuntime: state, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset } = python._module;
  const place = (state + HEAP32[offset / 4]) / 4;
  HEAP32[place] = 0;
  const memory = python.makeMemorySnapshot();
  thin('/tmp/all-library.zip', '/tmp/library-thin.zip', modules);
  thin('/tmp/all-packages.zip', '/tmp/packages-thin.zip', modules);
  return {
    library: FS.readFile('/tmp/library-thin.zip'),
    packages: FS.readFile('/tmp/packages-thin.zip'),
    memory: gzipSync(memory, { level: 9 }),
    size: memory.length,
    place,
  };
}
