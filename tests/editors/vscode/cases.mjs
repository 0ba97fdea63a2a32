// The cases of a manifest in the test explorer, listed and run. Prints what is shown.
// node cases.mjs PORT WORKSPACE

import { drive, openLearned, picturesOf } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const { run, until } = workbench(page);
  const picture = picturesOf(page);
  const rows = page.locator('.test-explorer .monaco-list-row');
  const seen = {};

  await openLearned(page, port, workspace);
  await run('Testing: Focus on Test Explorer View');
  await rows.filter({ hasText: 'cases.ptest.json' }).first().waitFor();
  await page.mouse.move(900, 900); // a hover would hide the rows
  await until('the cases', async () => {
    const manifest = rows.filter({ hasText: 'cases.ptest.json' }).first();
    await manifest.locator('.monaco-tl-twistie').click(); // opens the row
    const learned = rows.filter({ hasText: 'the learned plan' }).first();
    return learned.waitFor({ timeout: 5_000 }).then(() => true, () => false);
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
    const ended = ['passed', 'failed', 'error', 'skipped'];
    return ended.every((state) => states.includes(state)) && states.every((state) => ended.includes(state));
  });
  // The reason of a failed case is at the step of the plan that fails.
  await run('View: Show Explorer');
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'learned.plan' }).dblclick();
  await page.locator('.tab.active[data-resource-name="learned.plan"]').waitFor();
  const reason = page.locator('.contentWidgets span.content', { hasText: 'invalid at step 3' }).first();
  await reason.waitFor();
  await picture('reason');
  // The editor may scroll and draw its lines anew meanwhile.
  await until('the reason at the step', async () => {
    seen.line = await reason.evaluate((shown) => {
      const { top, height } = shown.getBoundingClientRect();
      const isBeside = (line) => {
        const around = line.getBoundingClientRect();
        return around.top <= top + height / 2 && top + height / 2 < around.bottom;
      };
      const lines = [...document.querySelectorAll('.editor-instance .view-line')];
      return lines.find(isBeside)?.textContent.replaceAll('\u00a0', ' ').trim() ?? '';
    });
    return seen.line.startsWith('(drop-off ann parcel square)');
  });
  console.log(JSON.stringify(seen));
});
