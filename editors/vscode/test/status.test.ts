import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerState } from '../src/server/state.ts';
import { shown, type FileStatus } from '../src/status/text.ts';

const RUNNING: ServerState = { kind: 'running', version: '0.1.0', origin: 'the PATH' };
const DOMAIN: FileStatus = {
  kind: 'domain',
  name: 'delivery',
  reference: 'file:///w/reference.pddl',
  similarity: 0.74285,
  differences: 5,
  summary: 'similarity 0.743 over 3 actions · 5 differences',
  plans: [
    { uri: 'file:///w/a.plan', verdict: 'valid', reason: null, range: null },
    { uri: 'file:///w/b.plan', verdict: 'invalid', reason: 'step 1', range: null },
  ],
};

test('of a domain with a reference the score is shown, and what it rests on', () => {
  const { text, lines, tone } = shown(RUNNING, 'learned.pddl', DOMAIN);
  assert.equal(text, '$(git-compare) similarity 0.743');
  assert.deepEqual(lines, [
    'learned.pddl: similarity 0.743 over 3 actions · 5 differences',
    '1 of 2 plans of this domain are valid.',
    'Server 0.1.0, from the PATH.',
  ]);
  assert.equal(tone, 'plain');
});

test('a score that is not known is none', () => {
  assert.equal(shown(RUNNING, 'a.pddl', { ...DOMAIN, similarity: null }).text, '$(check) planlsp');
  const alone = { ...DOMAIN, similarity: null, reference: null, plans: null };
  assert.deepEqual(shown(RUNNING, 'a.pddl', alone).lines.slice(0, 1), ['No reference for a.pddl.']);
  assert.equal(shown(RUNNING).text, '$(check) planlsp');
});

test('what the user has to do something about stands out', () => {
  assert.equal(shown({ kind: 'absent' }).tone, 'warning');
  assert.equal(shown({ kind: 'failed', problem: 'It ended.' }).tone, 'error');
  assert.deepEqual(shown({ kind: 'failed', problem: 'It ended.' }).lines, ['It ended.']);
  for (const kind of ['starting', 'installing', 'stopped', 'virtual'] as const) {
    assert.equal(shown({ kind }).tone, 'plain');
  }
});
