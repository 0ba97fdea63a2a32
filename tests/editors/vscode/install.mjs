// Has the server installed where there is none: cancelled first, then to the end, then once more
// where Python has no pip, so that uv has to do it. Prints the messages that are drawn, the first
// finding, and what was in STORAGE, the folder of environments, after each.
// node install.mjs PORT WORKSPACE STORAGE PROGRAMS PYTHON   (PROGRAMS: the PATH; PYTHON has no pip)

import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { drive, openLearned, picturesOf } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace, storage, programs, python] = process.argv.slice(2);

await drive(async (page) => {
  const { problems, run, status, texts, until } = workbench(page);
  const picture = picturesOf(page);
  const toasts = page.locator('.notifications-toasts .notification-list-item');
  const message = async (text) => {
    const toast = toasts.filter({ hasText: text }).first();
    await toast.waitFor({ timeout: 90_000 });
    return toast;
  };
  const textOf = (toast) => toast.locator('.notification-list-item-message').innerText();
  const label = async () => (await status.getAttribute('aria-label')) ?? '';
  const environments = () => readdirSync(storage).filter((name) => /^(server|old)-/.test(name));
  const made = () => {
    const whole = environments().filter((name) => readdirSync(`${storage}/${name}`).includes('.whole'));
    return whole.map((name) => readFileSync(`${storage}/${name}/pyvenv.cfg`, 'utf8'));
  };
  const seen = {};

  await openLearned(page, port, workspace);
  const question = await message('found no server');
  seen.question = await textOf(question);
  await picture('install');
  await question.locator('.monaco-button', { hasText: /^Install$/ }).click();
  // Any line of pip: which one is drawn longest depends on what the machine has in its cache.
  const progress = await message(/installing the server: (?!Creating an environment)\S/);
  seen.progress = await textOf(progress);
  await picture('installing');
  await progress.locator('.monaco-button', { hasText: 'Cancel' }).click();
  await until('no server', async () => (await label()).includes('There is no server'));
  await until('nothing left', () => environments().length === 0);
  seen.afterCancel = await texts(toasts.locator('.notification-list-item-message'));
  await picture('cancelled');

  await run('planlsp: Install the Server');
  await page.waitForSelector('.monaco-editor .squiggly-warning', { state: 'attached', timeout: 150_000 });
  await page.keyboard.press('Control+Shift+M');
  const first = problems.filter({ hasText: 'missing-precondition' }).first();
  await until('a finding', () => first.isVisible());
  seen.finding = await first.innerText();
  seen.byPip = made();

  renameSync(python, `${programs}/python3`);
  await run('planlsp: Install the Server');
  await until('another environment', () => made().some((config) => /^uv = /m.test(config)));
  await until('its server', async () => (await label()).includes('from the environment of this extension'));
  await page.waitForSelector('.monaco-editor .squiggly-warning', { state: 'attached' });
  seen.byUv = made();
  console.log(JSON.stringify(seen));
});
