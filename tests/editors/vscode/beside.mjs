// Beside another extension that formats and marks what is unused: prints what is asked, the hover on
// an unused predicate, and the first line after formatting.
// node beside.mjs PORT WORKSPACE

import { drive, openLearned } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const { hoverOn, run, texts, until } = workbench(page);
  const toasts = page.locator('.notifications-toasts .notification-list-item');
  const lines = page.locator('.monaco-editor .view-line');

  await openLearned(page, port, workspace);
  const question = toasts.filter({ hasText: 'PDDL is installed as well' });
  await question.waitFor({ timeout: 90_000 });
  const asked = await question.locator('.notification-list-item-message').innerText();
  const answers = await texts(question.locator('.monaco-button'));
  await page.locator('.codelens-decoration', { hasText: 'similarity' }).first().waitFor({ timeout: 90_000 });
  if (process.env.PLANLSP_PICTURES) await page.screenshot({ path: `${process.env.PLANLSP_PICTURES}/beside.png` });
  const hover = await hoverOn('requested');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+1');
  await run('Format Document');
  const formatted = await until('the text laid out', async () => {
    const found = await texts(lines);
    return found.some((line) => line.includes('laid out by the other')) && found;
  });
  // By now it has moved from the corner to the list.
  await run('Notifications: Show Notifications');
  const kept = page.locator('.notifications-center .notification-list-item', { hasText: 'PDDL is installed as well' });
  await kept.locator('.monaco-button', { hasText: /^PDDL$/ }).click();
  await kept.waitFor({ state: 'hidden' });
  console.log(JSON.stringify({ asked, answers, hover, formatted }));
});
