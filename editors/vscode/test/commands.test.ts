import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byNearness, distance, kindOf } from '../src/commands/order.ts';
import { entryOfMatch } from '../src/commands/matches.ts';
import { changed, entriesOf } from '../src/commands/repairs.ts';
import { colourVariables, viewerCommand } from '../src/commands/viewer.ts';
import { linkOf } from '../src/pages/links.ts';

test('files of the same kind come first, then near ones', () => {
  const files = ['/w/x/far.pddl', '/w/a/learned.plan', '/w/a/p01.pddl', '/w/a/d.pddl', '/w/a/sub/e.hddl'];
  assert.deepEqual(byNearness('/w/a/d.pddl', files), [
    '/w/a/sub/e.hddl',
    '/w/x/far.pddl',
    '/w/a/p01.pddl',
    '/w/a/learned.plan',
  ]);
  assert.deepEqual(byNearness('/w/a/sas_plan.2', files)[0], '/w/a/learned.plan');
  assert.equal(distance('/w/a/x', '/w/b/y'), 2);
});

test('what a file is, its name says', () => {
  const problems = ['p01.pddl', 'prob-3.pddl', 'pfile7.hddl', 'instance-12.pddl', 'my_Problem.pddl'];
  assert.deepEqual(problems.map(kindOf), problems.map(() => 'problem'));
  const domains = ['domain.pddl', 'parking.pddl', 'p.pddl', 'learned.pddl', 'testbed.pddl', 'probe.pddl'];
  assert.deepEqual(domains.map(kindOf), domains.map(() => 'domain'));
  assert.deepEqual(['sas_plan', 'a.soln.3', 'plan.1'].map(kindOf), ['plan', 'plan', 'plan']);
});

test('the viewer is the one that was installed with the server', () => {
  assert.deepEqual(viewerCommand('/v/bin/planlsp', [], 'a b.pddl', '$(x).pddl'), {
    program: '/v/bin/plandiff',
    args: ['--exit-zero', '--watch', 'a b.pddl', '$(x).pddl'],
  });
  const module = viewerCommand('/v/bin/python', ['-P', '-m', 'planlsp'], 'a', 'b');
  assert.deepEqual(module, { program: '/v/bin/python', args: ['-P', '-m', 'plandiff', '--exit-zero', '--watch', 'a', 'b'] });
});

test('the viewer is told whether its background is light', () => {
  assert.deepEqual(colourVariables(false), { COLORFGBG: '0;15' });
  assert.deepEqual(colourVariables(true), { COLORFGBG: '15;0' });
});

test('a page on the web is a link, one on disk a command', () => {
  assert.equal(linkOf('https://x.example/rules/a.md'), 'https://x.example/rules/a.md');
  const link = linkOf('file:///p/differences.md#effect');
  assert.deepEqual(JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1))), [
    'file:///p/differences.md#effect',
  ]);
  assert.ok(link.startsWith('command:planlsp.showPage?'));
});

test('each edit of a repair has a line of its own', () => {
  const repairs = [
    { title: '2 edits make all 3 plans in this directory valid', edits: ['add (p) to the effect of a', 'remove (q) from the effect of b'], edit: {} },
    { title: '1 edit makes 1 plan valid', edits: ['add (r) to the effect of a'], edit: {} },
  ];
  assert.deepEqual(entriesOf(repairs), [
    { label: 'Repair 1', number: 0, heading: true },
    { label: '$(edit) add (p) to the effect of a', number: 0, heading: false },
    { label: '$(edit) remove (q) from the effect of b', number: 0, heading: false },
    { label: 'Repair 2', number: 1, heading: true },
    { label: '$(edit) add (r) to the effect of a', number: 1, heading: false },
  ]);
});

test('matches show their state, names, confidence and evidence', () => {
  const match = { kind: 'actions', text: 'action go ⇐ walk', confidence: 0.5, evidence: 'name similarity 0.75' };
  assert.deepEqual(entryOfMatch({ ...match, state: 'not matched' }), {
    label: '$(question) action go ⇐ walk',
    description: 'not matched, 0.50',
    detail: 'name similarity 0.75',
  });
  assert.equal(entryOfMatch({ ...match, state: 'confirmed' }).label, '$(check) action go ⇐ walk');
});

test('a text is changed from its end, so that no change moves another one', () => {
  const changes = [
    { start: 0, end: 1, text: 'xyz' },
    { start: 3, end: 3, text: '!' },
  ];
  assert.equal(changed('abcd', changes), 'xyzbc!d');
});
