// Opens a served viewer and presses a key, then tries to reach it from a page of another site in the
// same browser: served.mjs PICTURE ADDRESS TEXT KEY TEXT-AFTER prints a line of JSON.

import http from 'node:http';

import { launch } from '../vscode/browser.mjs';

const [picture, address, text, key, textAfter] = process.argv.slice(2);
const { host, origin } = new URL(address);
const site = http.createServer((_, response) => response.end('<title>another site</title>'));
await new Promise((listening) => site.listen(0, '127.0.0.1', listening));
const browser = await launch();
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const elsewhere = [];
  // What the policy of the page refuses is a request as well, and fails with this word.
  page.on('requestfailed', (request) => check(request, request.failure().errorText === 'csp'));
  page.on('requestfinished', (request) => check(request, false));
  const check = (request, isRefused) => {
    if (new URL(request.url()).host !== host && !isRefused) elsewhere.push(request.url());
  };
  let painted = '';
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => (painted += payload.toString())),
  );
  await page.goto(address);
  await until(() => painted.includes(text));
  await page.waitForTimeout(1000); // what has arrived is drawn in the next frames
  await page.screenshot({ path: picture });
  await page.locator('.textual-terminal').click();
  await page.keyboard.press(key);
  await until(() => painted.includes(textAfter));

  const stranger = await context.newPage();
  await stranger.goto(`http://127.0.0.1:${site.address().port}/`);
  const reached = await stranger.evaluate(
    async ([host, origin]) => ({
      socket: await new Promise((done) => {
        const socket = new WebSocket(`ws://${host}/ws`);
        socket.onopen = () => done(true);
        socket.onerror = () => done(false);
      }),
      page: await fetch(origin, { credentials: 'include' }).then(() => true, () => false),
      posted: await fetch(origin, { method: 'POST', mode: 'no-cors', credentials: 'include' }).then(
        (response) => response.status === 200,
        () => false,
      ),
    }),
    [host, origin],
  );
  console.log(JSON.stringify({ path: new URL(page.url()).href, elsewhere, reached }));
} finally {
  await browser.close();
  site.close();
}

/** Waits for a condition, a minute at most. */
async function until(condition) {
  const end = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not painted: ${text} ${textAfter}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}
