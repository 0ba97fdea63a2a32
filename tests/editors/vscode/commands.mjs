// What is done with plans, with an empty file and with the server itself, by mouse and keyboard.
// Prints what is shown.
// node commands.mjs PORT WORKSPACE   (which has an empty new.soln and an empty tasks.hddl)

import { drive, openLearned, picturesOf } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const { fromMenu, messages, pick, problems, run, status, texts, until, walkthrough, webview } = workbench(page);
  const picture = picturesOf(page);
  const file = (name) => page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  const shown = (name) => page.locator(`.tab.active[data-resource-name="${name}"]`);
  const lines = page.locator('.editor-instance .view-line');
  const label = async () => (await status.getAttribute('aria-label')) ?? '';
  const seen = {};

  await openLearned(page, port, workspace);
  await page.locator('.codelens-decoration', { hasText: 'similarity' }).first().waitFor();

  /** The picture before the name of a file; the theme has some of its own for *.pddl and *.plan. */
  const icon = (name) =>
    file(name)
      .locator('.monaco-icon-label')
      .evaluate((row) => getComputedStyle(row, '::before').backgroundImage);
  seen.icons = { pddl: await icon('tasks.hddl'), plan: await icon('new.soln') };

  await file('learned.plan').dblclick();
  await shown('learned.plan').waitFor();
  await run('planlsp: Execute This Plan');
  const execution = await webview('learned.plan');
  seen.execution = await execution.locator('body').innerText();
  // The page is walked through by its buttons, and its places lead to the text.
  await execution.locator('button', { hasText: 'previous step' }).click();
  seen.walked = await execution.locator('output').innerText();
  await picture('execution');
  await execution.locator('#step-2').click();
  await until('the line of the step', async () =>
    (await page.locator('.statusbar-item', { hasText: 'Ln 3' }).count()) > 0);
  seen.place = await page.locator('.statusbar-item', { hasText: 'Ln 3' }).first().innerText();

  await file('p01.pddl').dblclick();
  await shown('p01.pddl').waitFor();
  await run('planlsp: Show Model');
  const model = await webview('Predicates by actions');
  seen.model = { text: await model.locator('body').innerText(), drawings: await model.locator('svg').count() };
  await picture('model');
  await page.keyboard.press('Control+W');

  await file('reference.plan').click({ modifiers: ['Control'] });
  await fromMenu(file('reference.plan'), 'Compare Selected Domains, Problems or Plans');
  await page.locator('.tab', { hasText: '↔' }).waitFor();
  seen.compared = await (await webview(' vs. ')).locator('body').innerText();
  await picture('compared-plans');

  await file('new.soln').dblclick();
  await shown('new.soln').waitFor();
  await run('Snippets: Fill File with Snippet');
  await pick('Plan');
  await page.keyboard.type('p01.pddl');
  await page.keyboard.press('Tab');
  await page.keyboard.type('learned.pddl');
  await page.keyboard.press('Tab');
  await page.keyboard.type('pick-up');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ann parcel');
  await page.keyboard.press('Control+Shift+M');
  const finding = problems.filter({ hasText: '[Ln 3,' }).filter({ hasText: 'step-arity' }).first();
  await finding.waitFor();
  seen.snippet = (await texts(lines)).filter((line) => line !== '');
  seen.finding = await finding.innerText();
  await picture('snippet');

  await file('learned.pddl').dblclick();
  await shown('learned.pddl').waitFor();
  await until('the score', async () => (await status.innerText()).includes('0.743'));
  const states = [];
  await page.exposeFunction('stateBecame', (text) => states.push(text));
  await status.evaluate((item) => {
    const tell = () => window.stateBecame(item.getAttribute('aria-label'));
    new MutationObserver(tell).observe(item, { attributes: true });
  });
  await run('planlsp: Restart Server');
  await until('an end and a start', async () => states.length > 1 && (await label()).includes('0.743'));
  seen.states = states;
  seen.messages = await texts(messages);

  await file('learned.pddl').dblclick();
  await shown('learned.pddl').waitFor();
  await run('planlsp: Check Matches of Names…');
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await rows.filter({ hasText: '⇐' }).first().waitFor();
  seen.matches = await texts(rows);
  await picture('matches');
  await page.keyboard.press('Enter');
  await rows.filter({ hasText: 'reject it' }).waitFor();
  await pick('No');
  await until('the list after the answer', async () => {
    const input = page.locator('.quick-input-box input');
    return /match|new|removed/.test((await input.getAttribute('placeholder')) ?? '') && (await rows.count()) > 3;
  });
  await file('learned.mapping.json').waitFor();
  await page.keyboard.press('Escape');
  seen.mappingLine = (await texts(lines)).filter((line) => line.startsWith(';;!mapping: learned'));
  await run('File: Revert File');

  await file('p01.pddl').dblclick();
  await shown('p01.pddl').waitFor();
  const lens = page.locator('.codelens-decoration a', { hasText: 'Solve' }).first();
  await lens.waitFor();
  await run('Planner: Solve');
  await shown('p01.plan').waitFor();
  seen.solved = await (await webview('p01.plan')).locator('body').innerText();
  seen.plan = (await texts(lines)).filter((line) => line.startsWith('(drop-off') || line.startsWith(';;!'));
  seen.isUnsaved = await page.locator('.tab.dirty', { hasText: 'p01.plan' }).count();
  await picture('solved');
  // By its key, the next plan has a name of its own.
  await page.locator('.tab', { hasText: 'p01.pddl' }).first().click();
  await shown('p01.pddl').waitFor();
  await lines.first().click();
  await page.keyboard.press('Alt+P');
  await page.locator('.tab', { hasText: 'p01-2.plan' }).first().waitFor();

  // By another planner, which is remembered.
  await page.locator('.tab', { hasText: 'p01.pddl' }).first().click();
  await shown('p01.pddl').waitFor();
  await run('Planner: Solve with…');
  const planners = page.locator('.quick-input-list .monaco-list-row');
  await planners.filter({ hasText: 'kairos/anytime' }).waitFor();
  seen.planners = await texts(planners);
  await picture('planners');
  await pick('kairos/anytime');
  const said = page.locator('.statusbar-item', { hasText: '(kairos/anytime,' });
  await said.waitFor();
  await shown('p01-3.plan').waitFor();
  await page.locator('.tab', { hasText: 'p01.pddl' }).first().click();
  await shown('p01.pddl').waitFor();
  await run('Planner: Solve with…');
  await planners.filter({ has: page.locator('.codicon-check'), hasText: 'kairos/anytime' }).waitFor();
  await page.keyboard.press('Escape');

  // From the two plans that are selected in the explorer.
  await file('learned.plan').click();
  await file('reference.plan').click({ modifiers: ['Control'] });
  await fromMenu(file('reference.plan'), 'Learn a Domain from These Plans…');
  await rows.filter({ hasText: 'invents the predicates' }).waitFor();
  seen.learning = await page.locator('.quick-input-title').innerText();
  seen.learners = await texts(rows);
  await picture('learners');
  await pick('LOCM');
  await shown('learned-2.pddl').waitFor();
  const actions = async () => (await texts(lines)).filter((line) => line.startsWith('(:action'));
  await until('the actions of the learned domain', async () => (await actions()).length > 0);
  seen.learned = await actions();
  await picture('learned');

  await run('planlsp: Show Output');
  // Its lines are written by a native module, which is not installed.
  const channel = page.locator('.panel .composite.title select');
  await channel.waitFor();
  seen.output = await channel.evaluate((list) => list.selectedOptions[0].textContent);
  await picture('output');
  // Opened last: what was done before is ticked off, too.
  seen.steps = await walkthrough('Review a planning domain', 3);
  await picture('walkthrough');
  console.log(JSON.stringify(seen));
});
