// Does with mouse and keyboard what a person does who reviews learned.pddl, and reports what shows.
// node review.mjs PORT WORKSPACE REPORT; $PLANLSP_PICTURE, when set, gets a picture of the review;
// $PLANLSP_PICTURES is a folder for pictures of all that is shown on the way.

import { writeFileSync } from 'node:fs';
import { drive, openLearned, picturesOf } from './browser.mjs';
import { workbench } from './workbench.mjs';

const [port, workspace, report] = process.argv.slice(2);
const FIXED = 'missing-precondition';

await drive(async (page) => {
  const { quickPick, status, problems, texts, until, pick, run, fromMenu, goToEndOf, word, hoverOn, webview, theme } =
    workbench(page);
  const lenses = page.locator('.codelens-decoration a');
  const seen = {};

  const picture = picturesOf(page);

  /** The messages that are there while `typed`, which has the word `named`, stands at the end of a line. */
  async function findingsOf(line, typed, named) {
    await goToEndOf(line);
    await page.keyboard.type(typed);
    await page.waitForSelector('.monaco-editor .squiggly-error', { state: 'attached' });
    let found = [];
    await until('its message', async () => {
      found = await texts(problems);
      // Half of the word has one, too.
      return found.some((row) => row.includes('undeclared-predicate') && row.includes('`' + named + '`'));
    });
    await picture('findings');
    await until('the text as it was', async () => {
      await page.keyboard.press('Control+Z');
      return (await page.locator('.monaco-editor .squiggly-error').count()) === 0;
    });
    return found;
  }

  /** What is offered behind `(` on a new line after `line`. */
  async function offeredAfter(line) {
    await goToEndOf(line);
    await page.keyboard.press('Enter');
    await page.keyboard.type('(');
    const rows = page.locator('.suggest-widget.visible .monaco-list-row .label-name');
    await rows.first().waitFor();
    const offered = await texts(rows);
    await picture('completion');
    await page.keyboard.press('Escape');
    // A word of the comment above: nothing is to be offered for it.
    await page.keyboard.type('langua');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget .message', { hasText: 'No suggestions' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Z');
    await until('the text as it was', async () => {
      await page.keyboard.press('Control+Z');
      return (await page.locator('.monaco-editor .squiggly-error').count()) === 0;
    });
    return offered;
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

  async function peekFromLens(title) {
    await lenses.filter({ hasText: title }).first().click();
    const peek = page.locator('.peekview-widget');
    await peek.locator('.monaco-list-row').first().waitFor();
    const shown = await peek.locator('.peekview-title').innerText();
    await picture(`peek-${title}`);
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'hidden' });
    return shown;
  }

  async function fixFirst(code) {
    const row = problems.filter({ hasText: code }).first();
    const [message] = (await row.innerText()).split('\n');
    const menu = page.locator('.action-widget:not(.action-list-submenu-panel)');
    const offered = menu.locator('.monaco-list-row.action');
    // The list of problems has a menu on the same key, and VS Code says "none" where it asked too early.
    await until('the fixes', async () => {
      await page.keyboard.press('Escape');
      await row.dblclick(); // opens the place and moves the focus there
      await page.waitForSelector('.monaco-editor textarea:focus, .monaco-editor .native-edit-context:focus', { state: 'attached' });
      await page.keyboard.press('Control+.');
      return offered.first().waitFor({ timeout: 10_000 }).then(() => true, () => false);
    });
    const titles = await texts(offered);
    await page.keyboard.press('Enter');
    await menu.waitFor({ state: 'hidden' });
    return { message, titles };
  }

  // At the size of a laptop's window: the text with lenses and a message, the review beside it.
  async function takePicture(path) {
    const size = page.viewportSize();
    const withoutParts = async () => {
      await page.keyboard.press('Control+1');
      await page.keyboard.press('Control+B'); // the explorer
      await page.keyboard.press('Control+J'); // the panel
    };
    await page.setViewportSize({ width: 1500, height: 940 });
    await withoutParts();
    await run('planlsp: Show Review of This File');
    await webview(' vs. ');
    const finding = page.locator('.monaco-editor .squiggly-warning').nth(1);
    const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: 'extra-effect' }).first();
    await until('the message', async () => {
      await page.mouse.move(20, 400);
      const { x, y, width, height } = await finding.boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
      await page.waitForTimeout(1_500);
      return hover.isVisible();
    });
    await page.waitForTimeout(500); // animations
    await page.screenshot({ path });
    await page.keyboard.press('Escape');
    await page.locator('.tab', { hasText: 'Review of learned' }).click();
    await page.keyboard.press('Control+W');
    await withoutParts();
    await page.setViewportSize(size);
    await problems.filter({ hasText: FIXED }).first().waitFor();
  }

  async function setReference() {
    await run('planlsp: Set Reference of This File');
    await page.locator('.quick-input-widget', { hasText: 'Reference of learned.pddl' }).waitFor();
    await pick('reference.pddl');
    await page.waitForSelector('.monaco-editor .squiggly-warning', { state: 'attached' });
  }

  /** Where the code of a message leads to. */
  async function pageOf(code) {
    await problems.filter({ hasText: code }).first().locator('a', { hasText: code }).first().click();
    const shown = await (await webview('Differences from a reference')).locator('body').innerText();
    await picture('page');
    return shown;
  }

  async function rename(from, to) {
    await page.keyboard.press('Control+1');
    await word(from).click();
    await page.keyboard.press('F2');
    const input = page.locator('.rename-box input');
    await input.waitFor();
    await input.fill(to);
    await page.keyboard.press('Enter');
    await word(to).waitFor();
  }

  /** The rows of the test explorer once each plan there has a verdict. */
  async function plansTree() {
    await run('Testing: Focus on Test Explorer View');
    const rows = page.locator('.test-explorer .monaco-list-row');
    await rows.first().waitFor();
    await page.locator('.test-explorer .monaco-list').first().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight'); // opens the domain
    return until('a verdict for each plan', async () => {
      const found = [];
      for (const row of await rows.all()) {
        const icon = (await row.locator('.computed-state').getAttribute('class')) ?? '';
        found.push({ name: (await row.innerText()).trim(), state: /testing-(\w+)-icon/.exec(icon)?.[1] });
      }
      await picture('plans');
      const states = found.map(({ state }) => state);
      return states.includes('passed') && states.includes('failed') && found.length >= 3 && found;
    });
  }

  async function repairs() {
    await page.keyboard.press('Control+1');
    await run('planlsp: Repair This Domain');
    const list = quickPick.filter({ hasText: 'Repair learned.pddl' });
    await list.locator('.monaco-list-row').first().waitFor();
    const rows = await texts(list.locator('.monaco-list-row'));
    await picture('repairs');
    const score = await status.innerText();
    await page.keyboard.press('Enter');
    await quickPick.waitFor({ state: 'hidden' });
    // It is shown as a diff before it is made.
    await page.locator('.tab', { hasText: '↔ repaired' }).waitFor();
    await page.locator('.monaco-diff-editor .line-insert, .monaco-diff-editor .char-insert').first().waitFor({ state: 'attached' });
    await picture('preview');
    await page.locator('.notifications-toasts a.monaco-button', { hasText: 'Apply' }).click();
    await page.locator('.tab', { hasText: '↔ repaired' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+1');
    const isAnother = (now) => /\d\.\d{3}/.test(now) && now !== score;
    await until('another score', async () => isAnother(await status.innerText()));
    return rows;
  }

  /** Compares the file that is shown with one that is selected as well, then swaps their sides. */
  async function comparedAndSwapped() {
    const row = (name) => page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    await row('reference.pddl').click({ modifiers: ['Control'] });
    await fromMenu(row('reference.pddl'), 'Compare Selected Domains');
    await page.locator('.tab', { hasText: '↔' }).click();
    const compared = await texts(page.locator('.tab', { hasText: '↔' }));
    await picture('compared');
    await page.locator('.editor-actions .action-label[aria-label^="Swap Sides"]').click();
    await page.locator('.tab.active', { hasText: 'reference.pddl ↔ learned.pddl' }).waitFor();
    await webview('reference.pddl vs. learned.pddl');
    await picture('swapped');
    const swapped = await texts(page.locator('.tab', { hasText: '↔' }));
    await page.keyboard.press('Control+W');
    return { compared, swapped };
  }

  /** Accepts the first difference on the page, reopens it, and goes to its text. */
  async function actedOn() {
    const classes = [];
    // The page is made anew after each act; a question to the old one is never answered.
    const first = async () => (await webview(' vs. ')).locator('tr[data-difference]').first();
    const classOf = async () => (await first()).evaluate((row) => row.className, undefined, { timeout: 3_000 }).catch(() => null);
    for (const name of ['leave as is', 'reopen']) {
      await (await first()).locator('button', { hasText: name }).click();
      let found;
      await until(name, async () => {
        found = await classOf();
        return found !== null && found.includes('accepted') === (name === 'leave as is');
      });
      classes.push(found);
    }
    const place = (await webview(' vs. ')).locator('tr[data-difference] td[data-file="learned.pddl"]').first();
    const line = await place.getAttribute('data-line');
    await place.click();
    const shown = page.locator('.statusbar-item', { hasText: `Ln ${line},` }).first();
    await shown.waitFor();
    return { classes, line };
  }

  /** Background, letters and lines of the review, by theme. */
  async function colouredAs(kinds) {
    const colours = {};
    for (const [kind, name] of Object.entries(kinds)) {
      await theme(name, kind);
      await page.waitForTimeout(500); // pages are painted anew
      const page_ = await webview(' vs. ');
      colours[kind] = await page_.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        const line = getComputedStyle(document.querySelector('.tiles div')).borderTopColor;
        return { page: style.backgroundColor, text: style.color, line };
      });
      await picture(`review-${kind}`);
    }
    return colours;
  }

  await openLearned(page, port, workspace);
  await page.locator('.codelens-decoration', { hasText: 'plans valid' }).waitFor();
  await page.keyboard.press('Control+Shift+M');
  seen.typed = await findingsOf(21, ' (att ?a ?l)', 'att');
  seen.offered = await offeredAfter(21);
  seen.statusBefore = await status.innerText();
  await setReference();
  await until('four lenses', async () => (await lenses.filter({ hasText: 'similarity' }).count()) >= 4);
  seen.lenses = await texts(lenses);
  await until('the score', async () => (await status.innerText()).includes('0.743'));
  seen.status = await status.getAttribute('aria-label');
  seen.colours = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('.view-line span span')].map((span) => getComputedStyle(span).color)),
  ]);
  seen.faded = await texts(page.locator('.monaco-editor .squiggly-inline-unnecessary'));
  seen.hover = await hoverOn('available');
  await picture('hover');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+1');
  seen.symbols = await symbolsLike('drop-off');
  seen.peek = await peekFromLens('0.800');
  seen.peekOfDomain = await peekFromLens('over 3 actions');
  await problems.filter({ hasText: FIXED }).first().waitFor();
  if (process.env.PLANLSP_PICTURE) await takePicture(process.env.PLANLSP_PICTURE);
  seen.problems = await texts(problems);
  seen.page = await pageOf(FIXED);

  await page.keyboard.press('Control+1');
  await run('planlsp: Show Review of This File');
  const review = await webview(' vs. ');
  seen.review = await review.locator('body').innerText();
  await picture('review');
  seen.sides = await comparedAndSwapped();
  const dark = { 'hc-black': 'Dark High Contrast', 'vs-dark': 'Dark Modern' };
  const light = { vs: 'Light Modern' };
  // What comes after has the last of these colours.
  seen.colours_of_review = await colouredAs(
    process.env.PLANLSP_THEME ? { ...light, ...dark } : { ...dark, ...light },
  );
  seen.acts = await actedOn();
  seen.plans = await plansTree();
  seen.repairs = await repairs();
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+Z');
  const left = problems.filter({ hasText: FIXED });
  const before = seen.problems.filter((row) => row.includes(FIXED)).length;
  await until('the text before the repair', async () => (await status.innerText()).includes('0.743'));
  await until('its problems', async () => (await left.count()) === before);
  seen.fix = await fixFirst(FIXED);
  await until('the fixed problem to vanish', async () => (await left.count()) < before);
  seen.problemsAfterFix = await texts(problems);
  await webview('5 differences: 4 in'); // the review follows
  await rename('available', 'idle');
  await webview('idle');
  await picture('end');
  await page.keyboard.press('Control+S');
  writeFileSync(report, JSON.stringify(seen));
});
