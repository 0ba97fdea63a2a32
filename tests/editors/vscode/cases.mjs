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
  await rows.filter({ hasText: 'cases.ptest.json' }).first().click();
  await picture('manifest');
  const isOpen = () => rows.filter({ hasText: 'the learned plan' }).first().isVisible();
  await until('the cases', async () => {
    if (!(await isOpen())) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(1_000);
    return isOpen();
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
  await rows.filter({ hasText: 'the learned plan' }).first().click();
  await run('Test: Peek Output');
  const peek = page.locator('.test-output-peek, .test-output-peek-message-container');
  await peek.first().waitFor();
  await until('the reason', async () => (await texts(page.locator('.monaco-editor .zone-widget'))).join().length > 0);
  await picture('peek');
  seen.peek = (await texts(page.locator('.zone-widget'))).join('\n');
  console.log(JSON.stringify(seen));
});
