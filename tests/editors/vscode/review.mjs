// Does with mouse and keyboard what a person does who reviews learned.pddl, and reports what shows.
// node review.mjs PORT WORKSPACE REPORT; $PLANLSP_PICTURE, when set, gets a picture of the review.

import { writeFileSync } from 'node:fs';
import { drive, openLearned } from './browser.mjs';

const [port, workspace, report] = process.argv.slice(2);
const FIXED = 'missing-precondition';

await drive(async (page) => {
  const problems = page.locator('.markers-panel .monaco-list-row');
  const lenses = page.locator('.codelens-decoration a');
  const quickPick = page.locator('.quick-input-widget');

  const texts = async (locator) =>
    (await locator.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' ').trim());

  async function until(what, condition) {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
      const result = await condition();
      if (result) return result;
      await page.waitForTimeout(50);
    }
    throw new Error(`waited in vain for ${what}`);
  }

  async function hoverOn(word) {
    const words = page.locator('.monaco-editor .view-line span span', { hasText: new RegExp(`^\\s*${word}$`) });
    await words.first().hover();
    const hover = page.locator('.monaco-hover:not(.hidden) .hover-contents', { hasText: word }).first();
    await hover.waitFor();
    return hover.innerText();
  }

  // Go to Symbol, filtered by what is typed: the whole list is longer than what is drawn of it.
  async function symbolsLike(text) {
    await page.keyboard.press('Control+Shift+O');
    await quickPick.locator('input').first().fill(`@${text}`);
    const names = quickPick.locator('.monaco-list-row .label-name');
    await names.filter({ hasText: text }).first().waitFor();
    const found = await texts(names);
    await page.keyboard.press('Escape');
    await quickPick.waitFor({ state: 'hidden' });
    return found;
  }

  async function peekFromLens() {
    await lenses.filter({ hasText: '0.800' }).click();
    const peek = page.locator('.peekview-widget');
    await peek.locator('.monaco-list-row').first().waitFor();
    const title = await peek.locator('.peekview-title').innerText();
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'hidden' });
    return title;
  }

  async function fixFirst(code) {
    const row = problems.filter({ hasText: code }).first();
    const [message] = (await row.innerText()).split('\n');
    await row.dblclick(); // opens the place and moves the focus there
    await page.waitForSelector('.monaco-editor.focused');
    await page.waitForSelector('.monaco-editor [class*="codicon-gutter-lightbulb"], .monaco-editor .lightBulbWidget');
    await page.keyboard.press('Control+.');
    const menu = page.locator('.action-widget:not(.action-list-submenu-panel)');
    await menu.locator('.monaco-list-row.action').first().waitFor();
    const titles = await texts(menu.locator('.monaco-list-row.action'));
    await page.keyboard.press('Enter');
    await menu.waitFor({ state: 'hidden' });
    return { message, titles };
  }

  // At the size of a laptop's window, with a difference selected.
  async function takePicture(path) {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 1060 });
    await problems.filter({ hasText: FIXED }).first().click();
    await page.keyboard.press('Control+1'); // into the editor, where the lightbulb shows
    await page.waitForSelector('.monaco-editor .lightBulbWidget, .monaco-editor [class*="codicon-gutter-lightbulb"]');
    await page.waitForTimeout(500); // animations
    await page.screenshot({ path });
    await page.setViewportSize(size);
  }

  const seen = {};
  await openLearned(page, port, workspace);
  await page.waitForSelector('.monaco-editor .squiggly-info', { state: 'attached' });
  await until('three lenses', async () => (await lenses.count()) >= 3);
  seen.lenses = await texts(lenses);
  seen.colours = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('.view-line span span')].map((span) => getComputedStyle(span).color)),
  ]);
  seen.hover = await hoverOn('available');
  await page.keyboard.press('Escape');
  seen.symbols = await symbolsLike('drop-off');
  seen.peek = await peekFromLens();
  await page.keyboard.press('Control+Shift+M');
  await problems.filter({ hasText: FIXED }).first().waitFor();
  if (process.env.PLANLSP_PICTURE) await takePicture(process.env.PLANLSP_PICTURE);
  seen.problems = await texts(problems);
  seen.fix = await fixFirst(FIXED);
  const left = problems.filter({ hasText: FIXED });
  const before = seen.problems.filter((row) => row.includes(FIXED)).length;
  await until('the fixed problem to vanish', async () => (await left.count()) < before);
  seen.problemsAfterFix = await texts(problems);
  writeFileSync(report, JSON.stringify(seen));
});
