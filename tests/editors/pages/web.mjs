// Drives the page in the browser: web.mjs ADDRESS AXE FOLDER prints as JSON what was seen; pictures go to FOLDER.

import { readFileSync } from 'node:fs';

import { launch } from '../vscode/browser.mjs';

const [address, axe, folder] = process.argv.slice(2);
const seen = { problems: [], elsewhere: [] };
const browser = await launch();
try {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, acceptDownloads: true });
  context.setDefaultTimeout(60_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
  const page = await opened(context, address);
  seen.first = await start(page);
  await pictures(page, 'review');
  seen.mistake = await mistake(page);
  seen.completion = await completion(page);
  seen.hover = await hover(page);
  seen.literal = await literal(page);
  seen.formatted = await format(page);
  seen.renamed = await rename(page);
  seen.downloaded = await download(page);
  seen.keys = await keys(page);
  seen.link = await link(context, page);
  seen.plan = await plan(page);
  await pictures(page, 'plan');
  seen.solve = await solve(page);
  seen.dropped = await dropped(page);
  await pictures(page, 'dropped');
  seen.reloaded = await reloaded(page);
  seen.example = await example(page);
  seen.focused = await focused(page);
  await page.waitForFunction(() => document.body.dataset.offline === 'ready');
  await page.close();
  const again = await opened(context, address);
  seen.again = await start(again);
  await context.setOffline(true);
  await again.reload();
  seen.offline = await start(again);
  seen.canPause = await again.evaluate(() => 'Suspending' in WebAssembly);
  await context.close();
  seen.without = await without();
  seen.poor = await poor();
  seen.damaged = await damaged();
} catch (problem) {
  console.error(problem, JSON.stringify(seen));
  process.exitCode = 1;
  for (const each of browser.contexts().flatMap((one) => one.pages())) {
    await each.screenshot({ path: `${folder}/failure.png` }).catch(() => undefined);
  }
} finally {
  console.log(JSON.stringify(seen));
  await Promise.race([browser.close(), new Promise((resolve) => setTimeout(resolve, 3_000))]);
  process.exit();
}

async function opened(context, url) {
  const page = await context.newPage();
  page.on('pageerror', (problem) => seen.problems.push(String(problem)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) seen.elsewhere.push(request.url());
  });
  await page.goto(url);
  return page;
}

/** The first findings, and milliseconds after the start of the page until each stage. */
async function start(page) {
  await page.locator('#findings li').first().waitFor();
  const times = await page.evaluate(() =>
    Object.fromEntries(
      ['python', 'server', 'ready', 'first-findings'].map((name) => [name, Math.round(performance.getEntriesByName(name)[0]?.startTime ?? -1)]),
    ),
  );
  return { times, findings: await findings(page) };
}

function findings(page) {
  return page.locator('#findings .place').allTextContents();
}

function finding(page, words) {
  return page.locator('#findings li', { hasText: words });
}

/** Puts the cursor behind `text` in the editor that is shown. */
async function behind(page, text) {
  await page.locator('.cm-content:visible').focus();
  await page.keyboard.press('Control+f');
  const field = page.locator('.cm-search input[name=search]:visible');
  await field.fill('');
  await field.pressSequentially(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

async function choose(page, words) {
  await page.locator('#fixes [role=menuitem]', { hasText: words }).first().click();
}

/** A mistake is typed, found, and fixed with what is offered. */
async function mistake(page) {
  await behind(page, '(connected ?from ?to)');
  await page.keyboard.type(' (availabel ?a)');
  const row = finding(page, 'undeclared predicate `availabel`');
  await row.waitFor();
  const found = await row.locator('.place').textContent();
  await row.locator('.fix').click();
  await page.locator('#fixes [role=menuitem]').first().waitFor();
  const offered = await page.locator('#fixes [role=menuitem]').allTextContents();
  await choose(page, 'available');
  await row.waitFor({ state: 'detached' });
  return { found, offered, text: await page.locator('#text-domain').innerText() };
}

async function completion(page) {
  await behind(page, '(available ?a)');
  await page.keyboard.type(' (req');
  const list = page.locator('.cm-tooltip-autocomplete:visible');
  await list.locator('li', { hasText: 'requested' }).first().waitFor();
  const options = await list.locator('li').allTextContents();
  await page.keyboard.press('Escape');
  for (let press = 0; press < 5; press++) await page.keyboard.press('Backspace');
  return options;
}

async function hover(page) {
  await page.locator('#text-domain .tok-propertyName', { hasText: 'connected' }).first().hover();
  const tip = page.locator('.cm-tooltip-hover, .cm-lsp-hover-tooltip').first();
  await tip.waitFor();
  const text = await tip.innerText();
  await page.mouse.move(5, 5);
  return text;
}

function report(page) {
  return page.frameLocator('#report');
}

/** A literal of the reference is taken over; the review follows. */
async function literal(page) {
  const heading = report(page).locator('h1');
  const before = await heading.innerText();
  const row = finding(page, 'missing precondition `(requested ?p ?l)`');
  await row.locator('.fix').click();
  await page.locator('#fixes [role=menuitem]').first().waitFor();
  const offered = await page.locator('#fixes [role=menuitem]').allTextContents();
  await choose(page, 'requested');
  await row.waitFor({ state: 'detached' });
  await page.waitForFunction((old) => document.getElementById('report').contentDocument?.querySelector('h1')?.innerText !== old, before);
  return { before, after: await heading.innerText(), offered };
}

/** A predicate gets another name in all texts. */
async function rename(page) {
  await behind(page, '(connected');
  await page.keyboard.press('F2');
  const field = page.locator('.cm-lsp-rename-panel input, .cm-panel input').first();
  await field.fill('road');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('text-domain').innerText.includes('(road ?from'));
  await page.click('#tab-problem');
  const problem = await page.locator('#text-problem .cm-content').innerText();
  await page.click('#tab-domain');
  return problem.includes('(road depot square)');
}

/** Whether blanks that were typed are gone once the text is formatted. */
async function format(page) {
  await behind(page, '(connected ?from ?to)');
  await page.keyboard.type('     ');
  await page.keyboard.press('Shift+Alt+F');
  await page.waitForFunction(() => !document.querySelector('#text-domain').innerText.includes('?to)  '));
  return page.locator('#text-domain').innerText();
}

async function download(page) {
  const [given] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
  return { name: given.suggestedFilename(), text: readFileSync(await given.path(), 'utf8') };
}

/** Milliseconds from each key until findings about the text with it. */
async function keys(page) {
  await page.evaluate(() => {
    window.pressed = 0;
    document.addEventListener('keydown', (event) => (window.pressed = event.timeStamp), true);
  });
  await behind(page, '(at ?a ?from)');
  const times = [];
  for (const letter of ' (available ?a) (at ?a ?from) (road ?from ?to)') {
    await page.keyboard.type(letter);
    const time = await page.waitForFunction(() => {
      const marks = performance.getEntriesByName('findings');
      const after = marks.find(({ startTime }) => startTime > window.pressed);
      return after && after.startTime - window.pressed;
    });
    times.push(Math.round(Number(await time.jsonValue())));
  }
  return times;
}

/** The link, opened in a second window. */
async function link(context, page) {
  await page.click('#link');
  await page.locator('#status', { hasText: 'nothing was sent' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const other = await opened(context, copied);
  const { findings: found } = await start(other);
  const text = await other.locator('#text-domain .cm-content').innerText();
  const same = text === (await page.locator('#text-domain .cm-content').innerText());
  await other.close();
  return { length: copied.length, same, found };
}

async function plan(page) {
  await page.selectOption('#examples', { label: 'Delivery: a plan that fails' });
  await page.waitForFunction(() => document.body.dataset.report === 'plan');
  await report(page).locator('h1').waitFor();
  return report(page).locator('main').innerText();
}

async function solve(page) {
  await page.click('#tab-solve');
  return page.locator('#report-message').innerText();
}

/** Two files dropped on the page. */
async function dropped(page) {
  await page.evaluate(() => {
    const given = new DataTransfer();
    const tiny = '(define (domain tiny)\n (:types a - b b - a)\n (:predicates (p) (r ?x) (r ?x - a))\n (:action go :parameters (?x - a) :effect (and (p ?x) (r ?x))))';
    given.items.add(new File([tiny], 'tiny.pddl'));
    given.items.add(new File(['(define (problem one) (:domain tiny) (:init (q)) (:goal (p)))'], 'one.pddl'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true }));
  });
  await page.waitForFunction(() => document.getElementById('text-domain').innerText.includes('tiny'));
  await page.click('#tab-problem');
  await finding(page, '`q`').waitFor();
  const problem = await findings(page);
  await page.click('#tab-plan');
  const plan = await page.locator('#text-plan .cm-content').innerText();
  const chosen = await page.locator('#examples option:checked').innerText();
  await page.click('#tab-domain');
  await finding(page, 'cyclic').waitFor();
  const offered = {};
  for (const words of ['cyclic', 'duplicate', '`p` takes']) {
    await finding(page, words).locator('.fix').click();
    await page.locator('#fixes [role=menuitem]').first().waitFor();
    offered[words] = await page.locator('#fixes [role=menuitem]').first().textContent();
    await page.keyboard.press('Escape');
  }
  return { problem, plan, chosen, offered, report: await page.locator('#report-message').innerText() };
}

/** What is in the tabs after the page is loaded again. */
async function reloaded(page) {
  await page.click('#tab-plan');
  await page.keyboard.press('Tab');
  await page.keyboard.type('; mine');
  await page.reload();
  await start(page);
  const text = (tab) => page.evaluate((name) => document.getElementById(`text-${name}`).querySelector('.cm-content').textContent, tab);
  return { domain: await text('domain'), plan: await text('plan') };
}

/** An example, chosen again after an edit. */
async function example(page) {
  const choose = async (label) => {
    await page.selectOption('#examples', { label });
    return page.locator('#text-domain').evaluate((panel) => panel.querySelector('.cm-content').textContent);
  };
  const before = await choose('Bakery: other names');
  await page.locator('.cm-content:visible').focus();
  await page.keyboard.type('xyz');
  const edited = await page.locator('#examples option:checked').innerText();
  return { edited, same: before === (await choose('Bakery: other names')) };
}

/** Where the focus is after a fix, and after one of all differences, with the keyboard alone. */
async function focused(page) {
  await page.selectOption('#examples', { index: 1 });
  const fix = async (words, choice) => {
    await finding(page, words).locator('.fix').focus();
    await page.keyboard.press('Enter');
    await page.locator('#fixes [role=menuitem]', { hasText: choice }).first().focus();
    await page.keyboard.press('Enter');
    await finding(page, words).waitFor({ state: 'detached' });
    return page.evaluate(() => document.activeElement.className || document.activeElement.id);
  };
  return [await fix('(requested ?p ?l)', 'Add precondition'), await fix('(not (has ?a ?p))', 'Take all')];
}

/** What the page says of a link that lost its end, once the server runs. */
async function damaged() {
  const context = await browser.newContext();
  const page = await opened(context, `${address}#t=AAAA`);
  await start(page);
  const text = await page.locator('#status').innerText();
  await context.close();
  return text;
}

/** What the page says where the browser cannot. */
async function without() {
  const context = await browser.newContext();
  await context.addInitScript(() => delete globalThis.WebAssembly);
  const page = await opened(context, address);
  await page.locator('#status.failed').waitFor();
  const text = await page.locator('#status').innerText();
  const report = await page.locator('#report-message').innerText();
  await context.close();
  return { text, report };
}

/** What the page says where there is not enough memory for the server. */
async function poor() {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const full = "WebAssembly.Memory = function () { throw new RangeError('could not allocate memory'); };\n";
  await context.route(/worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: full + (await response.text()) });
  });
  // Not `opened`: that Python complains too is no mistake of the page.
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('#status.failed').waitFor();
  const text = await page.locator('#status').innerText();
  await context.close();
  return text;
}

/** Pictures in both colours and widths, and what axe-core finds in each. */
async function pictures(page, name) {
  seen.violations ??= [];
  for (const width of [1400, 400]) {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      await page.evaluate(readFileSync(axe, 'utf8'));
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
          resultTypes: ['violations'],
          iframes: false,
        }),
      );
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overflow > 0) seen.violations.push(`${name}, ${colorScheme} ${width}: ${overflow} px too wide`);
      for (const { id, nodes } of violations) {
        for (const node of nodes.slice(0, 3)) {
          seen.violations.push(`${name}, ${colorScheme} ${width}: ${id} ${node.target.join(' ')} ${node.failureSummary}`);
        }
      }
    }
  }
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}
