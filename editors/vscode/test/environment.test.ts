import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  anyInterpreter,
  bringBack,
  bundledWheel,
  complete,
  discard,
  environmentFor,
  interpreterIn,
  reasonOf,
  setAside,
  stepsFor,
} from '../src/server/environment.ts';

async function storage(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planlsp-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('an environment counts once it is whole, and takes the place of others', async (t) => {
  const folder = await storage(t);
  const [old, fresh] = ['server-old', 'server-new'].map((name) => path.join(folder, name)) as [string, string];
  await mkdir(old);
  await complete(old, folder);
  await mkdir(fresh);
  assert.equal(interpreterIn(fresh), undefined);
  assert.equal(await anyInterpreter(folder), interpreterIn(old));
  await complete(fresh, folder);
  assert.deepEqual(await readdir(folder), ['server-new']);
  assert.equal(await anyInterpreter(folder), interpreterIn(fresh));
});

test('one that was discarded is gone, also when an earlier one was left half removed', async (t) => {
  const folder = await storage(t);
  await mkdir(path.join(folder, 'old-server-1', 'left'), { recursive: true });
  await mkdir(path.join(folder, 'server-1'));
  await discard(path.join(folder, 'server-1'));
  await discard(path.join(folder, 'server-2'));
  assert.deepEqual(await readdir(folder), []);
});

test('what is to be made anew and is not, is there again; half of one is not', async (t) => {
  const folder = await storage(t);
  const environment = path.join(folder, 'server-1');
  await mkdir(environment);
  await complete(environment, folder);
  await setAside(environment);
  assert.equal(interpreterIn(environment), undefined);
  await mkdir(path.join(environment, 'half'), { recursive: true });
  await bringBack(environment);
  assert.ok(interpreterIn(environment));
  assert.deepEqual(await readdir(environment), ['.whole']);
  assert.deepEqual(await readdir(folder), ['server-1']);

  await rm(path.join(environment, '.whole'));
  await setAside(environment);
  await bringBack(environment);
  assert.deepEqual(await readdir(folder), []);
});

test('other files of the storage stay', async (t) => {
  const folder = await storage(t);
  await writeFile(path.join(folder, 'kept.json'), '{}');
  await mkdir(path.join(folder, 'server-1'));
  await complete(path.join(folder, 'server-1'), folder);
  assert.deepEqual((await readdir(folder)).sort(), ['kept.json', 'server-1']);
});

test('each wheel has an environment of its own', async (t) => {
  const folder = await storage(t);
  const wheel = path.join(folder, 'planlsp-1-py3-none-any.whl');
  await writeFile(wheel, 'one');
  assert.equal(await bundledWheel(folder), wheel);
  const first = await environmentFor(wheel, '/storage');
  assert.equal(await environmentFor(wheel, '/storage'), first);
  await writeFile(wheel, 'two');
  assert.notEqual(await environmentFor(wheel, '/storage'), first);
  assert.equal(await bundledWheel(path.join(folder, 'absent')), undefined);
});

test('Python makes an environment with its own pip, uv with the interpreter in it', () => {
  const [make, install, planner] = stepsFor({ python: '/usr/bin/python3' }, '/s/e', '/x/p.whl', 'linux');
  assert.deepEqual([make?.program, ...(make?.args ?? [])], ['/usr/bin/python3', '-I', '-m', 'venv', '/s/e']);
  assert.equal(install?.program, '/s/e/bin/python');
  assert.equal(install?.args.at(-1), '/x/p.whl');
  // There are machines without a wheel of it: they get the server all the same.
  assert.deepEqual([planner?.args.at(-1), planner?.optional], ['/x/p.whl[planners]', true]);
  const [, withUv] = stepsFor({ uv: 'C:\\uv.exe' }, 'C:\\e', 'C:\\p.whl', 'win32');
  assert.ok(withUv?.args.includes('C:\\e\\Scripts\\python.exe'));
});

test('the reason is the line that says error, else the last one', () => {
  assert.equal(reasonOf('Collecting a\nERROR: No matching distribution\n\n'), 'ERROR: No matching distribution');
  const byUv = 'error: Request failed after 3 retries\n  cause: Failed to download `https://x.example`\n  cause: dns error\n';
  assert.equal(reasonOf(byUv), 'error: Request failed after 3 retries: Failed to download `https://x.example`');
  assert.equal(reasonOf('one\ntwo\n'), 'two');
  assert.equal(reasonOf(''), 'no output');
});
