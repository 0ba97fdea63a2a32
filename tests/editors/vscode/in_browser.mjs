// VS Code with the server in the browser: findings are drawn, one is fixed, and a review is shown.
// in_browser.mjs PORT WORKSPACE prints as JSON what was seen.

import { drive, openLearned, picturesOf } from './browser.mjs';

const [port, workspace] = process.argv.slice(2);

await drive(async (page) => {
  const picture = picturesOf(page);
  const said = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text().slice(0, 300)));
  await openLearned(page, port, workspace);
  try {
    await page.locator('.squiggly-warning').first().waitFor();
  } catch (problem) {
    console.error(said.slice(-20).join('\n'));
    throw problem;
  }
  const warnings = await page.locator('.squiggly-warning').count();
  await page.keyboard.press('F1');
  await page.keyboard.type('planlsp: Show Review of This File');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Review' }).first().waitFor();
  await page.keyboard.press('Enter');
  const frame = page.frameLocator('iframe.webview').frameLocator('#active-frame');
  const heading = await frame.locator('h1').innerText();
  await picture('in-browser');
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Alt+F8');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+.');
  const menu = page.locator('.action-widget .monaco-list-row');
  await menu.first().waitFor();
  const fixes = await menu.allTextContents();
  console.log(JSON.stringify({ warnings, heading, fixes }));
});
