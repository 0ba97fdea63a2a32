// Sets the reference of learned.pddl, which names none, from the command palette; prints the problems.
// node set_reference.mjs PORT WORKSPACE

import { drive, openLearned } from './browser.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const picker = page.locator('.quick-input-widget');
  const pick = async (text) => {
    await picker.locator('input').first().fill(text);
    await picker.locator('.monaco-list-row.focused').first().waitFor();
    await page.keyboard.press('Enter');
  };

  await openLearned(page, port, workspace);
  await page.locator('.breadcrumbs-control', { hasText: '…' }).waitFor(); // there is an outline
  await page.keyboard.press('F1');
  await picker.waitFor();
  await pick('>planlsp: Set Reference');
  await page.locator('.quick-input-widget', { hasText: 'Reference of learned.pddl' }).waitFor();
  await pick('reference.pddl');
  await page.keyboard.press('Control+Shift+M');
  const rows = page.locator('.markers-panel .monaco-list-row', { hasText: 'missing-precondition' });
  await rows.first().waitFor();
  console.log((await rows.allInnerTexts()).join('\n'));
});
