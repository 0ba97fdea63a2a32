// Opens each page in light and dark, wide and narrow, with and without scripts, and tells what was
// seen: look.mjs PICTURES PAGE... prints a line of JSON for each way a page was opened.

import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { launch } from '../vscode/browser.mjs';

const [pictures, ...pages] = process.argv.slice(2);
const browser = await launch();
try {
  for (const file of pages) {
    for (const colorScheme of ['light', 'dark']) {
      for (const width of [400, 1200]) {
        for (const javaScriptEnabled of [true, false]) {
          console.log(JSON.stringify(await look(file, { colorScheme, javaScriptEnabled, width })));
        }
      }
    }
  }
} finally {
  await browser.close();
}

/** What one reader sees of a page. */
async function look(file, { colorScheme, javaScriptEnabled, width }) {
  const context = await browser.newContext({
    colorScheme,
    javaScriptEnabled,
    viewport: { width, height: 900 },
  });
  const page = await context.newPage();
  const said = [];
  const requested = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('request', (request) => requested.push(request.url()));
  const address = pathToFileURL(file).href;
  await page.goto(address);
  const name = `${path.basename(file, '.html')}-${colorScheme}-${width}.png`;
  if (javaScriptEnabled) await page.screenshot({ path: path.join(pictures, name), fullPage: true });
  const seen = await page.evaluate(() => {
    const all = document.documentElement;
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    return {
      overflow: all.scrollWidth - all.clientWidth,
      background: getComputedStyle(all).backgroundColor,
      buttons: document.querySelectorAll('button').length,
      changes: document.querySelectorAll('.rows tr[id]').length,
      headline: document.querySelector('h1').textContent,
    };
  });
  let focused = null;
  if (javaScriptEnabled) {
    await page.keyboard.press('n');
    // The browser tells of the new address when it has time to.
    if (seen.changes > 1) await page.waitForURL((url) => url.hash !== '');
    focused = new URL(page.url()).hash;
  }
  const filter = page.locator('input[type=search]').first();
  let found = null;
  if (await filter.count()) {
    await filter.fill('pair-1');
    found = await page.locator('.scores tbody tr:visible').count();
  }
  await context.close();
  const others = requested.filter((url) => url.split('#')[0] !== address);
  const way = { page: path.basename(file), colorScheme, width, javaScriptEnabled };
  return { ...way, said, others, focused, found, ...seen };
}
