// Shows the review of learned.pddl from the command palette; prints what its preview says.
// node show_review.mjs PORT WORKSPACE

import { drive, openLearned } from './browser.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const picker = page.locator('.quick-input-widget');
  await openLearned(page, port, workspace);
  await page.locator('.codelens-decoration', { hasText: 'similarity' }).first().waitFor();
  await page.keyboard.press('F1');
  await picker.waitFor();
  await picker.locator('input').first().fill('>planlsp: Show Review');
  await picker.locator('.monaco-list-row.focused').first().waitFor();
  await page.keyboard.press('Enter');
  const preview = page.frameLocator('iframe.webview').frameLocator('#active-frame');
  await preview.locator('h1').waitFor();
  console.log(await preview.locator('body').innerText());
});
