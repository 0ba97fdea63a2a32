import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';

/** What becomes of a script where the PATH has these programs and no others. */
function run(programs: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'python-'));
  try {
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(folder, name), 0o755);
    }
    const script = path.join(import.meta.dirname, '..', 'python.mjs');
    return spawnSync(process.execPath, [script, 'a.py', 'b c'], { env: { PATH: folder }, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const WORKS = 'echo "$0: $*"; exit 0';
const options = { skip: process.platform === 'win32' ? 'programs are shell scripts' : false };

test('a Python by another name runs the script', options, () => {
  const done = run({ python3: 'exit 9', python: WORKS });
  assert.match(done.stdout, /\/python: a\.py b c\n$/);
  assert.equal(done.status, 0);
});

test('where there is none it is said what is needed', options, () => {
  const done = run({ python: 'exit 1' });
  assert.equal(done.status, 1);
  assert.match(done.stderr, /^Python 3\.11 or newer is needed/);
});

test('how the script ended is how this ends', options, () => {
  const done = run({ py: 'case "$1" in -c) exit 0;; esac; exit 3' });
  assert.equal(done.status, 3);
});
