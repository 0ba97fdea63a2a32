// Beside another extension that formats and marks what is unused: prints what is asked, the words
// that are faded as unused, which only ours does, and the text after formatting; then what is shown
// and offered of a folder that is on no disk.
// node beside.mjs PORT WORKSPACE SETTINGS   (SETTINGS: the file of the user's settings)

import { readFileSync } from 'node:fs';
import { drive, openLearned, picturesOf } from './browser.mjs';
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
  await picturesOf(page)('beside');
  await page.waitForSelector('.monaco-editor .squiggly-warning', { state: 'attached' });
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

  // A folder that is on no disk, of the extension in `elsewhere`.
  await page.goto(`http://127.0.0.1:${port}/?folder=elsewhere:/far`);
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'domain.pddl' }).dblclick();
  const message = toasts.filter({ hasText: 'planlsp' }).first();
  await message.waitFor();
  const told = await message.locator('.notification-list-item-message').innerText();
  const coloured = await until('colours', async () => {
    const colours = await page.evaluate(() =>
      [...document.querySelectorAll('.view-line span span')].map((span) => getComputedStyle(span).color),
    );
    return new Set(colours).size > 2 && new Set(colours).size;
  });
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().fill('>planlsp: ');
  const rows = page.locator('.quick-input-widget .monaco-list-row .label-name');
  await rows.filter({ hasText: 'Show Output' }).waitFor();
  const offered = (await texts(rows)).filter((row) => row.startsWith('planlsp: '));
  await picturesOf(page)('elsewhere');
  console.log(JSON.stringify({ asked, answers, faded, formatted, chosen, told, coloured, offered }));
});
