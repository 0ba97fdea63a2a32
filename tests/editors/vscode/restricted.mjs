// In a folder that is not trusted, with a setting that names no server: what is told, and what comes
// of another setting, of the terminal viewer, and of trust. Prints what is shown.
// node restricted.mjs PORT WORKSPACE SETTINGS SERVER   (SETTINGS: the file with `planlsp.path`)

import { readFileSync, writeFileSync } from 'node:fs';
import { drive, openLearned, picturesOf } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace, settings, server] = process.argv.slice(2);
const GUIDE = 'Review a planning domain';

await drive(async (page) => {
  const { messages, run, status, terminal, texts, until, walkthrough } = workbench(page);
  const picture = picturesOf(page);
  const lenses = page.locator('.codelens-decoration');
  const seen = {};

  // VS Code ticks off what it hears of from then on.
  await openLearned(page, port, workspace, () => walkthrough(GUIDE));
  seen.unusable = await messages.first().innerText();

  // Another path: the server is started with it, and nothing else is told.
  const before = JSON.parse(readFileSync(settings, 'utf8'));
  const setPath = (where, what, isThere) =>
    until(what, async () => {
      // Its watcher of files may miss a change, so it gets another one.
      writeFileSync(settings, JSON.stringify({ ...before, 'planlsp.path': where }));
      await page.waitForTimeout(3_000);
      return isThere();
    });
  const label = async () => (await status.getAttribute('aria-label')) ?? '';
  await setPath(server, 'a server', async () => (await label()).includes('from the setting'));
  await lenses.filter({ hasText: 'similarity' }).first().waitFor();
  await picture('restricted');
  await setPath('/nowhere/planlsp', 'none', async () => (await label()).includes('cannot be run'));
  await setPath(server, 'a server again', async () => (await label()).includes('from the setting'));
  seen.messages = await texts(messages);

  await run('planlsp: Open in Terminal Viewer');
  const refusal = messages.filter({ hasText: 'terminal viewer is' }).first();
  await refusal.waitFor();
  seen.refusal = await refusal.innerText();
  seen.tabs = await texts(page.locator('.tab'));
  await picture('restricted-viewer');
  await page.locator('.notification-list-item .monaco-button', { hasText: 'Manage Trust' }).click();
  await page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).first().click();
  await page.locator('[aria-label^="Close Modal Editor"]').click();
  await page.locator('.workspace-trust-editor').waitFor({ state: 'hidden' });
  await lenses.filter({ hasText: 'similarity' }).first().waitFor();
  await page.keyboard.press('Control+1');
  await run('planlsp: Open in Terminal Viewer');
  seen.viewer = await terminal('change 1/6');
  await picture('viewer');
  await page.keyboard.press('q');
  await page.locator('.tab', { hasText: 'plandiff' }).waitFor({ state: 'detached' });

  seen.steps = await walkthrough(GUIDE);
  await picture('walkthrough');
  console.log(JSON.stringify(seen));
});
