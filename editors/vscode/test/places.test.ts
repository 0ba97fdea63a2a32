import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandHome, onPath, pathFolders, placesOf, toolFolders, type Surroundings } from '../src/server/places.ts';

const LINUX: Surroundings = {
  setting: '',
  interpreters: ['/ws/.venv/bin/python'],
  environment: { PATH: '/usr/bin:bin::/opt/x' },
  home: '/home/ann',
  platform: 'linux',
  ownInterpreter: '/storage/server-1/bin/python',
};

const WINDOWS: Surroundings = {
  ...LINUX,
  interpreters: [],
  environment: { Path: 'C:\\bin;tools', APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' },
  home: 'C:\\Users\\ann',
  platform: 'win32',
  ownInterpreter: undefined,
};

const named = (around: Surroundings) =>
  placesOf(around).map((place) => ('command' in place ? place.command : place.interpreter));

test('the selected environment comes first, then the PATH, then tools, at last our own', () => {
  const origins = placesOf(LINUX).map(({ origin }) => origin);
  assert.deepEqual([...new Set(origins)], [
    'the selected Python environment',
    'the PATH',
    'pipx or uv tool',
    'Python on the PATH',
    'the environment of this extension',
  ]);
  assert.equal(named(LINUX).at(0), '/ws/.venv/bin/python');
  assert.equal(named(LINUX).at(-1), '/storage/server-1/bin/python');
});

test('a setting is the only place, and ~ is the home', () => {
  assert.deepEqual(named({ ...LINUX, setting: ' ~/bin/planlsp ' }), ['/home/ann/bin/planlsp']);
  assert.equal(expandHome('~ann/planlsp', '/home/ann'), '~ann/planlsp');
  assert.equal(expandHome('~', '/home/$&'), '/home/$&');
});

test('relative folders of the PATH are left out: they would begin in the opened folder', () => {
  assert.deepEqual(pathFolders(LINUX), ['/usr/bin', '/opt/x']);
  assert.deepEqual(pathFolders(WINDOWS), ['C:\\bin']);
  assert.deepEqual(pathFolders({ ...LINUX, environment: {} }), []);
});

test('the programs of uv and pipx are found where these say that they put them', () => {
  const folders = toolFolders({
    ...LINUX,
    environment: { UV_TOOL_BIN_DIR: '/uv/bin', UV_TOOL_DIR: '/uv/tools', PIPX_HOME: '/px', PIPX_BIN_DIR: 'relative' },
  });
  for (const folder of ['/uv/bin', '/uv/tools/planlsp/bin', '/px/venvs/planlsp/bin', '/home/ann/.local/bin']) {
    assert.ok(folders.includes(folder), folder);
  }
  assert.ok(folders.every((folder) => folder.startsWith('/')));
  assert.equal(new Set(folders).size, folders.length);
});

test('on Windows programs end in .exe, and environments have Scripts', () => {
  assert.deepEqual(onPath('planlsp', WINDOWS), ['C:\\bin\\planlsp.exe', 'C:\\bin\\planlsp']);
  assert.deepEqual(onPath('C:\\x\\PLANLSP.EXE', WINDOWS), ['C:\\x\\PLANLSP.EXE']);
  assert.ok(toolFolders(WINDOWS).includes('C:\\Users\\ann\\AppData\\Roaming\\uv\\data\\tools\\planlsp\\Scripts'));
});

test('on a Mac the folders of Homebrew are looked through: a dock has no PATH of a shell', () => {
  const folders = toolFolders({ ...LINUX, platform: 'darwin', home: '/home/ann' });
  assert.ok(folders.includes('/opt/homebrew/bin'));
});
