// What a person does in VS Code, by mouse and keyboard.

const PATIENCE = 90_000;

/** The workbench on `page`. */
export function workbench(page) {
  const quickPick = page.locator('.quick-input-widget');
  const status = page.locator('[id="planlsp.planlsp.planlsp.status"]');
  const messages = page.locator('.notifications-toasts .notification-list-item-message');
  const problems = page.locator('.markers-panel .monaco-list-row');

  const texts = async (locator) =>
    (await locator.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' ').trim());

  async function until(what, condition) {
    for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
      const result = await condition();
      if (result) return result;
      await page.waitForTimeout(50);
    }
    throw new Error(`waited in vain for ${what}`);
  }

  /** Types into the list that is open and takes the entry that then has the focus. */
  async function pick(text) {
    await quickPick.locator('input').first().fill(text);
    await quickPick.locator('.monaco-list-row.focused').first().waitFor();
    await page.keyboard.press('Enter');
  }

  /** Runs a command from the palette, once it is there. */
  async function run(title) {
    const entry = quickPick.locator('.monaco-list-row.focused', { hasText: title }).first();
    const isThere = (patience) => entry.waitFor({ timeout: patience }).then(() => true, () => false);
    await until(`the command ${title}`, async () => {
      // A key that is pressed while a webview is about to take the focus is lost.
      if (!(await quickPick.isVisible())) {
        await page.keyboard.press('F1');
        await page.waitForTimeout(1_000);
      }
      if (!(await quickPick.isVisible())) return false;
      await quickPick.locator('input').first().fill(`>${title}`, { timeout: 5_000 }).catch(() => undefined);
      if (await isThere(5_000)) return true;
      await page.keyboard.press('Escape'); // what it offers was decided when it was opened
      return false;
    });
    await page.keyboard.press('Enter');
  }

  /** Takes an entry from the menu of a row. */
  async function fromMenu(row, title) {
    await row.click({ button: 'right' });
    const entry = page.getByRole('menuitem', { name: title });
    // A menu takes no click before it has been there for a moment.
    await until(`the entry ${title} taken`, async () => {
      await entry.click({ timeout: 5_000 }).catch(() => undefined);
      return entry.waitFor({ state: 'hidden', timeout: 1_000 }).then(() => true, () => false);
    });
  }

  /** Puts the cursor at the end of a line, counted from 1. */
  async function goToEndOf(line) {
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+G');
    await quickPick.waitFor();
    await quickPick.locator('input').first().fill(`:${line}`);
    await page.keyboard.press('Enter');
    await quickPick.waitFor({ state: 'hidden' });
    await page.keyboard.press('End');
  }

  const word = (text) =>
    page.locator('.monaco-editor .view-line span span', { hasText: new RegExp(`^\\s*${text}$`) }).first();

  async function hoverOn(text) {
    const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: text }).first();
    await until(`the hover on ${text}`, async () => {
      await word(text).hover();
      await page.waitForTimeout(700);
      return hover.isVisible();
    });
    return hover.innerText();
  }

  /** The page that a webview with this text shows. */
  async function webview(text) {
    return until(`a webview with ${text}`, async () => {
      for (const frame of page.frames().filter((each) => each !== page.mainFrame())) {
        const body = await frame.locator('body').innerText({ timeout: 1_000 }).catch(() => '');
        if (body.includes(text)) return frame;
      }
      return undefined;
    });
  }

  /** What the terminal in front shows, once that has `text`. */
  async function terminal(text) {
    // Its letters are drawn; `terminal.integrated.gpuAcceleration` off makes them elements.
    const rows = page.locator('.editor-instance .xterm-rows > div');
    return until(`a terminal with ${text}`, async () => {
      const shown = (await texts(rows)).join('\n');
      return shown.includes(text) && shown;
    });
  }

  /** Takes another colour theme, and waits until the workbench is drawn in it. */
  async function theme(name, kind) {
    const list = quickPick.locator('input[placeholder*="Color Theme"]');
    await until('the list of themes', async () => {
      // Another list, where the first of the keys was lost; elsewhere Escape would leave a walkthrough.
      if (await quickPick.isVisible()) await page.keyboard.press('Escape');
      await page.keyboard.press('Control+1'); // a webview keeps keys to itself
      await page.waitForTimeout(300);
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+T');
      return list.waitFor({ timeout: 3_000 }).then(() => true, () => false);
    });
    await pick(name);
    await page.locator(`.monaco-workbench.${kind}`).waitFor();
  }

  /** Opens a walkthrough, and waits for so many ticks; its steps, by title, with whether each has one. */
  async function walkthrough(title, nTicked = 0) {
    await run('Welcome: Open Walkthrough');
    await pick(title);
    const steps = page.locator('.getting-started-step');
    await steps.first().waitFor();
    const ticks = steps.locator('.codicon-getting-started-step-checked');
    await until(`${nTicked} ticks`, async () => (await ticks.count()) >= nTicked);
    return Object.fromEntries(
      await steps.evaluateAll((each) =>
        each.map((step) => [
          step.querySelector('.step-title').textContent,
          step.querySelector('.codicon-getting-started-step-checked') !== null,
        ]),
      ),
    );
  }

  return { quickPick, status, messages, problems, texts, until, pick, run, fromMenu, goToEndOf, word, hoverOn, webview, terminal, theme, walkthrough };
}
