// A planner that takes long, and its end by the button next to its progress. Prints what is shown.
// node solving.mjs PORT WORKSPACE

import { drive, openLearned, picturesOf } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const { messages, run, texts } = workbench(page);
  const picture = picturesOf(page);
  const seen = {};

  await openLearned(page, port, workspace);
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'p01.pddl' }).dblclick();
  await page.locator('.tab.active[data-resource-name="p01.pddl"]').waitFor();
  await page.locator('.codelens-decoration a', { hasText: 'Solve' }).first().waitFor();
  await run('Planner: Solve');
  const progress = page.locator('.notifications-toasts .notification-list-item', { hasText: 'Solving p01.pddl' });
  await progress.waitFor();
  // How long it has run, and how long it may.
  await page.locator('.statusbar-item', { hasText: '/600 s' }).waitFor();
  seen.progress = await progress.innerText();
  await picture('progress');
  await progress.locator('.monaco-button', { hasText: 'Cancel' }).click();
  await progress.waitFor({ state: 'hidden' });
  await page.locator('.statusbar-item', { hasText: '/600 s' }).waitFor({ state: 'hidden' });
  seen.tabs = await texts(page.locator('.tab'));
  seen.messages = await texts(messages);
  console.log(JSON.stringify(seen));
});
