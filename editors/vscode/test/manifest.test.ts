// What package.json promises, held against the code and the files.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as names from '../src/commands/names.ts';
import { EXECUTION_VIEW, REVIEW_VIEW } from '../src/review/subject.ts';
import { ABSENT, BY_HAND, NO_PYTHON } from '../src/server/advice.ts';

const ROOT = path.join(import.meta.dirname, '..');
const text = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const manifest = JSON.parse(text('package.json'));
const { contributes } = manifest;
const declared: string[] = contributes.commands.map(({ command }: { command: string }) => command);
const plain = (given: string) => given.replaceAll('`', '').replaceAll(/^> /gm, '').replaceAll(/\s+/g, ' ');

test('every command of the menus is declared, and every declared one has code', () => {
  const entries: { command: string }[] = Object.values(contributes.menus).flat() as { command: string }[];
  entries.forEach(({ command }) => assert.ok(declared.includes(command), command));
  assert.deepEqual([...names.FOR_PEOPLE].sort(), [...declared].sort());
});

test('every command of the walkthrough is declared, or one of VS Code', () => {
  for (const { description, media } of contributes.walkthroughs.flatMap(({ steps }: { steps: object[] }) => steps)) {
    assert.ok(existsSync(path.join(ROOT, media.markdown)), media.markdown);
    for (const [, command] of description.matchAll(/\(command:([\w.]+)\)/g)) {
      assert.ok(declared.includes(command) || command.startsWith('workbench.'), command);
    }
  }
});

test('the walkthrough is written in what VS Code draws of Markdown, and ticked off by what it hears', () => {
  for (const { title, description, completionEvents } of contributes.walkthroughs.flatMap(({ steps }: { steps: object[] }) => steps)) {
    const plainly = description.replaceAll(/\*\*.+?\*\*|``.+?``|\[.+?\]\(.+?\)/g, '');
    assert.doesNotMatch(plainly, /[*`_\[\]]/, title);
    completionEvents.forEach((event: string) => assert.match(event, /^on(Command|Context|Link|View|SettingChanged):./));
  }
});

test('buttons of a review are there on reviews, and on no other page', () => {
  const entries: { command: string; when: string }[] = contributes.menus['editor/title'];
  const [swap] = entries.filter(({ command }) => command === names.SWAP_SIDES);
  assert.equal(swap?.when, `activeWebviewPanelId == ${REVIEW_VIEW}`);
  assert.notEqual(REVIEW_VIEW, EXECUTION_VIEW);
});

test('every file that is named is there', () => {
  const files = [
    manifest.icon,
    ...contributes.languages.flatMap(({ configuration, icon }: { configuration: string; icon: object }) => [
      configuration,
      ...Object.values(icon),
    ]),
    ...[...contributes.grammars, ...contributes.snippets].map(({ path: file }: { path: string }) => file),
  ];
  files.forEach((file: string) => assert.ok(existsSync(path.join(ROOT, file)), file));
});

test('every setting is described, stands in the README, and has a scope', () => {
  const readme = text('README.md');
  for (const [name, setting] of Object.entries<Record<string, unknown>>(contributes.configuration.properties)) {
    assert.ok(setting['markdownDescription'] ?? setting['description'], name);
    assert.ok(setting['scope'], name);
    assert.ok(readme.includes(`\`${name}\``), name);
    const values = setting['enum'] as string[] | undefined;
    const described = setting['enumDescriptions'] as string[] | undefined;
    assert.ok(!described || described.length === values?.length, name);
  }
});

test('programs are set for a machine, never by a folder', () => {
  const programs = ['planlsp.path', 'planlsp.planner'];
  programs.forEach((name) => assert.equal(contributes.configuration.properties[name].scope, 'machine'));
  assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, programs);
});

test('every command stands in the README by its title', () => {
  const readme = text('README.md');
  for (const { title } of contributes.commands) {
    assert.ok(readme.includes(title), title);
  }
});

test('what is said when there is no server is what the README says', () => {
  const readme = plain(text('README.md'));
  for (const said of [BY_HAND, ABSENT, NO_PYTHON]) {
    assert.ok(readme.includes(plain(said)), said);
  }
});

test('words of comments are not offered as completion', () => {
  for (const language of ['[pddl]', '[plan]']) {
    assert.equal(contributes.configurationDefaults[language]['editor.wordBasedSuggestions'], 'off');
  }
});

test('a snippet has a body, and only comments have a prefix: what is legal at a place the server knows', () => {
  for (const file of ['snippets/pddl.json', 'snippets/plan.json']) {
    for (const [name, snippet] of Object.entries<Record<string, unknown>>(JSON.parse(text(file)))) {
      assert.ok(Array.isArray(snippet['body']) && snippet['description'], name);
      const prefix = snippet['prefix'] as string | undefined;
      assert.ok(snippet['isFileTemplate'] ? prefix === undefined : prefix?.startsWith(';'), name);
    }
  }
});
