// How planners are listed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOfPlanners, type Planner } from '../src/commands/planners.ts';

const planner = (name: string, more: Partial<Planner> = {}): Planner => ({
  name,
  supports: 'STRIPS',
  version: '1',
  install: null,
  isSetting: false,
  ...more,
});
const PLANNERS = [
  planner('absent', { version: null, install: 'pip install absent' }),
  planner('kairos', { version: '1.0', isSetting: true }),
  planner('kairos/anytime', { version: '' }),
];
const labels = (chosen?: string) => entriesOfPlanners(PLANNERS, chosen).map(({ label }) => label);

test('those that are installed come first', () => {
  assert.deepEqual(labels(), ['$(check) kairos', 'kairos/anytime', 'Not installed', 'absent']);
  assert.deepEqual(entriesOfPlanners(PLANNERS.slice(1), undefined).length, 2);
});

test('the one that was chosen has the tick, else the default', () => {
  assert.deepEqual(labels('kairos/anytime').slice(0, 2), ['kairos', '$(check) kairos/anytime']);
  assert.equal(entriesOfPlanners(PLANNERS, undefined)[0]?.description, '1.0, default');
});

test('only what can be chosen has a planner', () => {
  const entries = entriesOfPlanners(PLANNERS, undefined).filter((entry) => entry.planner === undefined);
  assert.deepEqual(entries.map(({ label }) => label), ['Not installed']);
});
