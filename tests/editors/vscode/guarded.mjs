// A plan that is edited while the planner runs, and one with unsaved changes before. Prints what is shown.
// node guarded.mjs PORT WORKSPACE   (whose planner waits for a file `go`)

import { writeFileSync, readFileSync } from 'node:fs';
import { drive, openLearned, picturesOf } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const { run, texts, until } = workbench(page);
  const picture = picturesOf(page);
  const row = (name) => page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  const tab = (name) => page.locator(`.tab[data-resource-name="${name}"]`);
  const shown = (name) => page.locator(`.tab.active[data-resource-name="${name}"]`);
  const lines = page.locator('.editor-instance .view-line');
  const onDisk = () => readFileSync(`${workspace}/p01.plan`, 'utf8');
  const open = async (name) => {
    await row(name).first().dblclick();
    await shown(name).waitFor();
  };
  const dirty = () => page.locator('.tab.dirty').evaluateAll((tabs) => tabs.map((each) => each.dataset.resourceName));
  const seen = {};

  await openLearned(page, port, workspace);
  await open('p01.plan');
  await open('p01.pddl');
  await page.locator('.codelens-decoration a', { hasText: 'Solve' }).first().waitFor();
  await run('Planner: Solve');
  const progress = page.locator('.notifications-toasts .notification-list-item', { hasText: 'Solving p01.pddl' });
  await progress.waitFor();
  await tab('p01.plan').click();
  await shown('p01.plan').waitFor();
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('; my notes ');
  await page.locator('.tab.dirty[data-resource-name="p01.plan"]').waitFor();
  writeFileSync(`${workspace}/go`, '');
  await shown('p01-2.plan').waitFor();
  await until('the plan', async () => (await texts(lines)).some((line) => line.includes('drop-off')));
  await picture('guarded');
  seen.during = { text: onDisk(), dirty: await dirty() };

  // The server knows of unsaved changes before it begins.
  await tab('p01.pddl').click();
  await shown('p01.pddl').waitFor();
  await run('Planner: Solve');
  await shown('p01-3.plan').waitFor();
  seen.before = { text: onDisk(), dirty: await dirty() };

  // Saved, it is the file of the problem, which is replaced.
  await tab('p01.plan').click();
  await shown('p01.plan').waitFor();
  await page.keyboard.press('Control+S');
  await until('the notes on disk', async () => onDisk().includes('my notes'));
  // The step that fails has a diagnostic, which no message of the test explorer covers.
  await page.locator('.monaco-editor .squiggly-error').first().waitFor({ state: 'attached' });
  seen.reasons = await page.locator('.contentWidgets span.content').count();
  await tab('p01.pddl').click();
  await shown('p01.pddl').waitFor();
  await run('Planner: Solve');
  await until('the plan on disk', async () => !onDisk().includes('my notes'));
  await until('the plan without changes', async () => !(await dirty()).includes('p01.plan'));
  seen.saved = { text: onDisk(), dirty: await dirty() };
  console.log(JSON.stringify(seen));
});
