import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { canMakeEnvironment, hasServer, isProgram } from '../src/server/programs.ts';
import { run } from '../src/server/running.ts';

const node = process.execPath;
const quiet = () => undefined;
const never = new AbortController().signal;

test('lines are heard as they come, also without a last line end', async () => {
  const lines: string[] = [];
  const script = 'console.log("one\\rtwo"); console.error("three"); process.exitCode = 3';
  const ended = await run(node, ['-e', script], tmpdir(), never, (line) => lines.push(line));
  assert.deepEqual(lines.sort(), ['one', 'three', 'two']);
  assert.equal(ended.status, 3);
  assert.equal(ended.cancelled, false);
});

test('a program that is not there is told', async () => {
  const ended = await run('/nowhere/python', [], tmpdir(), never, quiet);
  assert.equal(ended.status, null);
  assert.match(ended.printed, /ENOENT/);
});

test('who cancels ends also what the program has started', { timeout: 60_000 }, async () => {
  const stop = new AbortController();
  // Were the grandchild left, the pipe would stay open and the promise unsettled.
  const child = 'setTimeout(() => undefined, 20_000); console.log("ready")';
  const script = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" })`;
  const ended = await run(node, ['-e', script], tmpdir(), stop.signal, () => stop.abort());
  assert.equal(ended.cancelled, true);
  assert.equal((await run(node, [], tmpdir(), stop.signal, quiet)).cancelled, true);
});

test('what is no program, and what is no Python, has no server', async () => {
  assert.equal(await isProgram(node), true);
  assert.equal(await isProgram(tmpdir()), false);
  assert.equal(await isProgram('node'), false);
  assert.equal(await hasServer(node), false);
  assert.equal(await canMakeEnvironment('/nowhere/python'), false);
});
