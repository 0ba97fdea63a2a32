// Opens learned.pddl and prints the first notification that is drawn.
// node message.mjs PORT WORKSPACE

import { drive, openLearned } from './browser.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  await openLearned(page, port, workspace);
  const message = page.locator('.notifications-toasts .notification-list-item-message').first();
  await message.waitFor();
  console.log(await message.innerText());
});
