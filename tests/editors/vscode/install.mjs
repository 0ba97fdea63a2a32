// Starts with a setting that names no server, takes the setting away, has the server installed, and
// prints the messages that are drawn, then the first finding.
// node install.mjs PORT WORKSPACE

import { drive, openLearned } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const { problems, run, until } = workbench(page);
  const toasts = page.locator('.notifications-toasts .notification-list-item');
  const message = async (text) => {
    const toast = toasts.filter({ hasText: text }).first();
    await toast.waitFor({ timeout: 90_000 });
    return toast;
  };
  const said = [];
  const hear = async (toast) => said.push(await toast.locator('.notification-list-item-message').innerText());

  await openLearned(page, port, workspace);
  await hear(await message('cannot be run'));
  await run('Open Remote Settings (JSON)');
  // An editor in front of the others: the file is written as a person would, so VS Code hears of it.
  await page.locator('.monaco-editor.focused .view-line', { hasText: 'planlsp.path' }).first().waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('{}');
  await page.keyboard.press('Control+S');
  await page.keyboard.press('Escape');
  const question = await message('found no server');
  await hear(question);
  if (process.env.PLANLSP_PICTURES) await page.screenshot({ path: `${process.env.PLANLSP_PICTURES}/install.png` });
  await question.locator('.monaco-button', { hasText: /^Install$/ }).click();
  await hear(await message('installing the server'));
  if (process.env.PLANLSP_PICTURES) await page.screenshot({ path: `${process.env.PLANLSP_PICTURES}/installing.png` });
  await page.waitForSelector('.monaco-editor .squiggly-info', { state: 'attached', timeout: 150_000 });
  await page.keyboard.press('Control+Shift+M');
  const first = problems.filter({ hasText: 'missing-precondition' }).first();
  await until('a finding', () => first.isVisible());
  said.push(await first.innerText());
  console.log(JSON.stringify(said));
});
