// A new user, with no server and an empty folder: only what the walkthrough offers, from its first
// button to the page of a plan. Prints what is shown.
// node walkthrough.mjs PORT WORKSPACE   (an empty folder)

import { drive, picturesOf } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const { messages, problems, texts, theme, until, walkthrough, webview } = workbench(page);
  const picture = picturesOf(page);
  const seen = {};
  const began = Date.now();

  await page.setViewportSize({ width: 1600, height: 1000 });
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURI(workspace)}`);
  await page.locator('.monaco-workbench').waitFor();
  const steps = await walkthrough('Solve a planning problem');
  seen.steps = Object.keys(steps);
  await picture('walkthrough-begin');

  const shown = (name) => page.locator(`.tab.active[data-resource-name="${name}"]`);
  const step = (title) =>
    page.locator('.getting-started-step', { has: page.locator('.step-title', { hasText: title }) });
  const ticked = (title) => step(title).locator('.codicon-getting-started-step-checked');
  const press = async (title, button) => {
    if (!(await step(title).getAttribute('class')).includes('expanded')) {
      await step(title).locator('.step-title').click();
    }
    await step(title).locator('.monaco-button', { hasText: button }).click();
  };
  await press('Get the server', 'Install the Server');
  await ticked('Get the server').waitFor({ timeout: 200_000 });
  await picture('walkthrough-server');
  seen.installed = Math.round((Date.now() - began) / 1000);

  await press('Create an example', 'Create the Example');
  await shown('problem.pddl').waitFor();
  await page.locator('.codelens-decoration a', { hasText: 'Solve' }).first().waitFor();
  await ticked('Create an example').waitFor();
  await picture('walkthrough-example');

  await press('Solve the problem', 'Solve');
  const plan = await webview('valid (11 steps');
  await ticked('Solve the problem').waitFor();
  await ticked('Follow the plan').waitFor();
  seen.page = await plan.locator('body').innerText();
  seen.seconds = Math.round((Date.now() - began) / 1000);
  await picture('walkthrough-plan');
  await step('Follow the plan').locator('.step-title').click();
  await plan.locator('button', { hasText: 'previous step' }).click();
  seen.walked = await plan.locator('output').innerText();
  await picture('walkthrough-page');
  await theme('Dark Modern', 'vs-dark');
  await picture('walkthrough-dark');

  // The last step: without a fact there is no plan, and the goal says why.
  await page.locator('.tab', { hasText: 'problem.pddl' }).first().click();
  await shown('problem.pddl').waitFor();
  await page.locator('.view-line', { hasText: '(door corridor store)' }).first().click();
  await page.keyboard.press('Control+Shift+K');
  await page.keyboard.press('Alt+P');
  await page.keyboard.press('Control+Shift+M');
  const reason = problems.filter({ hasText: 'box-at red store' }).first();
  await reason.waitFor();
  seen.reason = await reason.innerText();
  await picture('walkthrough-reason');
  await press('Change the model', 'Show Model');
  await ticked('Change the model').waitFor();
  const model = await webview('Predicates by actions');
  seen.model = await model.locator('body').innerText();
  await picture('walkthrough-model');
  seen.messages = await texts(messages);
  console.log(JSON.stringify(seen));
});
