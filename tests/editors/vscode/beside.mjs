// Beside another extension that formats and marks what is unused: prints what is asked, the words
// that are faded as unused, which only ours does, and the text after formatting.
// node beside.mjs PORT WORKSPACE SETTINGS   (SETTINGS: the file of the user's settings)

import { readFileSync } from 'node:fs';
import { drive, openLearned } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace, settings] = process.argv.slice(2);

await drive(async (page) => {
  const { run, texts, until } = workbench(page);
  const toasts = page.locator('.notifications-toasts .notification-list-item');
  const lines = page.locator('.monaco-editor .view-line');

  await openLearned(page, port, workspace);
  const question = toasts.filter({ hasText: 'PDDL is installed as well' });
  await question.waitFor({ timeout: 90_000 });
  const asked = await question.locator('.notification-list-item-message').innerText();
  const answers = await texts(question.locator('.monaco-button'));
  await page.locator('.codelens-decoration', { hasText: 'similarity' }).first().waitFor({ timeout: 90_000 });
  if (process.env.PLANLSP_PICTURES) await page.screenshot({ path: `${process.env.PLANLSP_PICTURES}/beside.png` });
  await page.waitForSelector('.monaco-editor .squiggly-info', { state: 'attached' });
  const faded = await texts(page.locator('.monaco-editor .squiggly-inline-unnecessary'));
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
  const chosen = await until('the choice in the settings', () =>
    /"planlsp.besidePddlExtension":\s*"(\w+)"/.exec(readFileSync(settings, 'utf8'))?.[1],
  );
  console.log(JSON.stringify({ asked, answers, faded, formatted, chosen }));
});
