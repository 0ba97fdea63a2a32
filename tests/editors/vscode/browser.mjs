// Chromium on the running VS Code; PLAYWRIGHT_MODULES is the folder with node_modules.

import { createRequire } from 'node:module';

const { chromium } = createRequire(`${process.env.PLAYWRIGHT_MODULES}/package.json`)('playwright-core');

export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: process.env.BROWSER_PATH,
    headless: true,
    args: [
      '--no-sandbox', // CI runs as root
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  return { browser, page: await context.newPage() };
}
