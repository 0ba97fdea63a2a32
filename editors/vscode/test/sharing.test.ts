import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWERS, formats, isShown, type Choice, type Neighbour } from '../src/neighbours/sharing.ts';

const ALONE: Neighbour = { formats: true, hasParser: false };
const WITH_PARSER: Neighbour = { formats: true, hasParser: true };
const CHOICES: Choice[] = ['ask', 'planlsp', 'pddl', 'both'];
const rule = (code: string) => ({ code, isDifference: false });

test('without a neighbour nothing is left out', () => {
  for (const choice of CHOICES) {
    assert.equal(isShown(rule('unused-predicate'), undefined, choice), true);
    assert.equal(formats(undefined, choice), true);
  }
});

test('what the neighbour always says is said once, unless both are wanted', () => {
  assert.deepEqual(CHOICES.map((choice) => isShown(rule('unused-predicate'), ALONE, choice)), [false, false, false, true]);
});

test('other findings are ours, unless the neighbour has a parser or is chosen', () => {
  const error = rule('undeclared-predicate');
  assert.deepEqual(CHOICES.map((choice) => isShown(error, ALONE, choice)), [true, true, false, true]);
  assert.deepEqual(CHOICES.map((choice) => isShown(error, WITH_PARSER, choice)), [false, true, false, true]);
});

test('differences from a reference nobody else knows', () => {
  for (const choice of CHOICES) {
    assert.equal(isShown({ code: 'missing-effect', isDifference: true }, WITH_PARSER, choice), true);
  }
});

test('there is one formatter, unless both are wanted', () => {
  assert.deepEqual(CHOICES.map((choice) => formats(ALONE, choice)), [false, false, false, true]);
  assert.deepEqual(CHOICES.map((choice) => formats({ ...ALONE, formats: false }, choice)), [true, true, true, true]);
});

test('each answer is a value of the setting', () => {
  assert.ok(Object.values(ANSWERS).every((choice) => CHOICES.includes(choice)));
});
