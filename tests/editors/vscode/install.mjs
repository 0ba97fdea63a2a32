// Has the server installed where there is none; prints the messages that are drawn, then the first
// finding.
// node install.mjs PORT WORKSPACE

import { drive, openLearned } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const { problems, until } = workbench(page);
  const toasts = page.locator('.notifications-toasts .notification-list-item');
  const message = async (text) => {
    const toast = toasts.filter({ hasText: text }).first();
    await toast.waitFor({ timeout: 90_000 });
    return toast;
  };
  const said = [];
  const hear = async (toast) => said.push(await toast.locator('.notification-list-item-message').innerText());

  await openLearned(page, port, workspace);
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
