import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uri } from 'vscode';
import { EXECUTION_VIEW, fileCalled, inOrder, keyOf, placeIn, REVIEW_VIEW, titleOf, viewOf } from '../src/review/subject.ts';

/** As much of an address as is asked for here. */
const file = (path: string) => ({ path, toString: () => `file://${path}` }) as Uri;
const learned = file('/w/learned.pddl');
const reference = file('/w/gold/reference.pddl');

test('of two files the one that names the other as its reference comes first', () => {
  assert.deepEqual(inOrder([learned, reference], undefined), { learned, reference });
  assert.deepEqual(inOrder([reference, learned], reference), { learned, reference });
  assert.deepEqual(inOrder([reference, learned], file('/w/other.pddl')), { learned: reference, reference: learned });
});

test('a title says what is compared, and in which order', () => {
  assert.equal(titleOf({ learned, reference }), 'learned.pddl ↔ reference.pddl');
  assert.equal(titleOf({ learned, reference: null }), 'Review of learned.pddl');
  assert.equal(titleOf({ plan: file('/w/a.plan') }), 'Execution of a.plan');
});

test('the other way round is another subject, and an execution another kind of page', () => {
  const keys = [
    keyOf({ learned, reference }),
    keyOf({ learned: reference, reference: learned }),
    keyOf({ learned, reference: null }),
    keyOf({ plan: learned }),
  ];
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(viewOf({ learned, reference: null }), REVIEW_VIEW);
  assert.equal(viewOf({ plan: learned }), EXECUTION_VIEW);
});

test('a page may ask for places in files, and for nothing else', () => {
  assert.deepEqual(placeIn({ open: 'a.plan', line: 4, column: 1 }), { open: 'a.plan', line: 4, column: 1 });
  assert.deepEqual(placeIn({ open: 'a.plan', line: 0, column: -3 }), { open: 'a.plan', line: 1, column: 1 });
  for (const other of [null, 'a.plan', {}, { open: 1, line: 1, column: 1 }, { open: 'a', line: '1', column: 1 }, { open: 'a', line: 1.5, column: 1 }]) {
    assert.equal(placeIn(other), undefined);
  }
});

test('a file is known by the end of its path, whole names of folders only', () => {
  assert.equal(fileCalled('gold/reference.pddl', [learned, reference]), reference);
  assert.equal(fileCalled('/w/learned.pddl', [learned, reference]), learned);
  assert.equal(fileCalled('earned.pddl', [learned, reference]), undefined);
});
