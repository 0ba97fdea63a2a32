// The cases of a manifest in the test explorer, listed and run. Prints what is shown.
// node cases.mjs PORT WORKSPACE

import { drive, openLearned, picturesOf } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const { run, texts, until } = workbench(page);
  const picture = picturesOf(page);
  const rows = page.locator('.test-explorer .monaco-list-row');
  const seen = {};

  await openLearned(page, port, workspace);
  await run('Testing: Focus on Test Explorer View');
  await rows.filter({ hasText: 'cases.ptest.json' }).first().waitFor();
  await page.mouse.move(900, 900); // a hover would hide the rows
  await page.locator('.test-explorer .monaco-list').first().focus();
  await page.keyboard.press('Home');
  await until('the cases', async () => {
    await page.keyboard.press('ArrowRight'); // opens the row
    await page.waitForTimeout(500);
    await page.keyboard.press('ArrowDown');
    return rows.filter({ hasText: 'the learned plan' }).first().isVisible();
  });
  await rows.filter({ hasText: 'the learned plan' }).first().waitFor();
  await run('Test: Run All Tests');
  await until('the outcome of each case', async () => {
    seen.rows = {};
    for (const row of await rows.all()) {
      const icon = (await row.locator('.computed-state').getAttribute('class')) ?? '';
      seen.rows[(await row.innerText()).trim().split('\n')[0]] = /testing-(\w+)-icon/.exec(icon)?.[1];
    }
    await picture('cases');
    const states = Object.values(seen.rows);
    return ['passed', 'failed', 'error', 'skipped'].every((state) => states.includes(state));
  });
  // A failed case leads to the step of the plan that fails.
  await run('Test: Go to Next Test Failure');
  seen.peek = await until('the reason', async () => {
    const shown = (await texts(page.locator('.zone-widget'))).join('\n');
    return shown.includes('step 3') && shown;
  });
  await picture('peek');
  seen.file = await texts(page.locator('.tab.active'));
  console.log(JSON.stringify(seen));
});
