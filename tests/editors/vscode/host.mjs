// Runs the harness inside VS Code's extension host; exits 0 when it did not throw.
// node host.mjs PORT WORKSPACE HARNESS   (VS Code was started with enable-smoke-test-driver)

import { drive } from './browser.mjs';

const [port, workspace, harness] = process.argv.slice(2);

await drive(async (page) => {
  const finished = new Promise((resolve) => page.exposeFunction('codeAutomationExit', resolve));
  await page.exposeFunction('codeAutomationLog', (type, args) => {
    // Its log files and its watchdog are native modules, which are not installed; it says so.
    const absent = args.some((part) => /spdlog|native-watchdog/.test(String(part)));
    if (type === 'error' && !absent) console.error(...args);
  });
  // The authority must be the page's own host: another one makes other URIs of the same files.
  const remote = `vscode-remote://127.0.0.1:${port}`;
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', remote + harness],
    ['extensionTestsPath', `${remote}${harness}/index.js`],
  ]);
  const folder = encodeURI(workspace);
  await page.goto(
    `http://127.0.0.1:${port}/?folder=${folder}&payload=${encodeURIComponent(payload)}`,
  );
  const timeout = new Promise((resolve) => setTimeout(resolve, 120_000, 'a timeout').unref());
  const code = await Promise.race([finished, timeout]);
  if (code !== 0) throw new Error(`the harness ended with ${code}`);
});
