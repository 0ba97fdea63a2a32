import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedPlans, domainsOf, nameOf } from '../src/plans/tree.ts';
import type { FileStatus, PlanStatus } from '../src/status/text.ts';

const valid = (name: string): PlanStatus => ({ uri: `file:///w/${name}`, verdict: 'valid', reason: null, range: null });
const invalid = (name: string, reason: string): PlanStatus => ({ ...valid(name), verdict: 'invalid', reason });
const status = (kind: FileStatus['kind'], plans: PlanStatus[] | null): FileStatus => ({
  kind,
  name: null,
  reference: null,
  similarity: null,
  differences: null,
  summary: null,
  plans,
});

test('domains with plans are listed by name', () => {
  const known: [string, FileStatus][] = [
    ['file:///w/reference.pddl', status('domain', [valid('a.plan')])],
    ['file:///w/my%20learned.pddl', status('domain', [valid('a.plan')])],
    ['file:///w/p01.pddl', status('problem', null)],
    ['file:///w/alone.pddl', status('domain', [])],
    ['file:///w/new.pddl', status('domain', null)],
  ];
  assert.deepEqual(domainsOf(known).map(({ label }) => label), ['my learned.pddl', 'reference.pddl']);
});

test('only what has changed is told again', () => {
  const before = [valid('a'), invalid('b', 'step 1'), valid('c')];
  assert.deepEqual(changedPlans(undefined, before), before);
  assert.deepEqual(changedPlans(before, before), []);
  const now = [valid('a'), invalid('b', 'step 2'), valid('d')];
  assert.deepEqual(changedPlans(before, now).map(({ uri }) => nameOf(uri)), ['b', 'd']);
});
