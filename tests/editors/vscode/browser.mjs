// Chromium on the running VS Code; PLAYWRIGHT_MODULES is the folder with node_modules.

import { createRequire } from 'node:module';

const { chromium } = createRequire(`${process.env.PLAYWRIGHT_MODULES}/package.json`)('playwright-core');

/** Chromium without a window. */
export function launch() {
  return chromium.launch({
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
}

/** Runs `act` on a page; when it throws, leaves a picture of the page and exits with 1. */
export async function drive(act) {
  const browser = await launch();
  // High enough for the whole example: what is scrolled out of sight is not drawn.
  const context = await browser.newContext({ viewport: { width: 1280, height: 1700 } });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000); // a machine that is busy with other things
  try {
    await act(page);
  } catch (problem) {
    await page.screenshot({ path: process.env.FAILURE_PICTURE });
    console.error(problem, `\nsee ${process.env.FAILURE_PICTURE}`);
    process.exitCode = 1;
  } finally {
    // A page with a webview may never finish closing; what is left of the browser ends with us.
    await Promise.race([browser.close(), new Promise((resolve) => setTimeout(resolve, 3_000))]);
    process.exit();
  }
}

/** Takes a picture of the page, once it is called and where $PLANLSP_PICTURES is a folder for them. */
export function picturesOf(page) {
  const folder = process.env.PLANLSP_PICTURES;
  return async (name) => {
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
  };
}

/** Opens learned.pddl of `workspace` with the mouse; `first` is done before, in the window without files. */
export async function openLearned(page, port, workspace, first = async () => undefined) {
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURI(workspace)}`);
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'learned.pddl' });
  await row.waitFor();
  await first();
  await row.dblclick();
  await page.waitForSelector('.tab.active[data-resource-name="learned.pddl"]');
  await page.waitForSelector('.monaco-editor .view-line');
}
