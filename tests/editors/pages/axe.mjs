// Opens pages in light and dark, and on a telephone, and asks axe-core what keeps people from reading
// them, then walks through each by the Tab key: axe.mjs AXE PAGE... prints a line of JSON for each way.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { launch } from '../vscode/browser.mjs';

const [axe, ...pages] = process.argv.slice(2);
const source = readFileSync(axe, 'utf8');
const WAYS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 400],
];
const browser = await launch();
try {
  for (const file of pages) {
    for (const [colorScheme, width] of WAYS) {
      console.log(JSON.stringify({ file, colorScheme, width, ...(await read(file, colorScheme, width)) }));
    }
  }
} finally {
  await browser.close();
}

/** What stands in a reader's way, what the page asked for, and what the Tab key reaches first. */
async function read(file, colorScheme, width) {
  // The policy of a report refuses every script but its own, axe's too.
  const context = await browser.newContext({
    colorScheme,
    bypassCSP: true,
    viewport: { width, height: 900 },
  });
  const page = await context.newPage();
  const elsewhere = [];
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(source);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
      resultTypes: ['violations'],
    }),
  );
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('article td:first-child code')]
      .filter((code) => /^[\w.-]+$/.test(code.textContent) && code.getClientRects().length > 1)
      .map((code) => code.textContent),
  );
  const stops = [];
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(focused));
  }
  // It is the same on all pages.
  const search = file === pages[0] && width === 1280 ? await searched(page) : null;
  await context.close();
  return {
    elsewhere,
    search,
    stops,
    cut,
    violations: violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.slice(0, 4).map((node) => [node.target.join(' '), node.failureSummary]),
    })),
  };
}

/** What has the focus, and whether that can be seen. Runs in the page. */
function focused() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return {
    tag: element.tagName.toLowerCase(),
    text: (element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 60),
    shown: box.width > 0 && box.height > 0 && style.visibility !== 'hidden',
    outlined: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
  };
}

/** What the site's search finds for a word, by keys alone; null where there is none. */
async function searched(page) {
  if (!(await page.locator('[class*=md-search]').count())) return null;
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(500);
  await page.keyboard.type('predictive');
  const found = page.getByText(/predictive/i);
  await page.waitForTimeout(3000);
  return await found.count();
}
