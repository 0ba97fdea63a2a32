// Runs the harness inside VS Code's extension host; exits 0 when it did not throw.
// node host.mjs PORT WORKSPACE HARNESS   (VS Code was started with enable-smoke-test-driver)

import { openBrowser } from './browser.mjs';

const [port, workspace, harness] = process.argv.slice(2);
const { browser, page } = await openBrowser();

const finished = new Promise((resolve) => page.exposeFunction('codeAutomationExit', resolve));
await page.exposeFunction('codeAutomationLog', (type, args) => {
  // Its log files and its watchdog are native modules, which are not installed: it says so and goes on.
  const absent = args.some((part) => /spdlog|native-watchdog/.test(String(part)));
  if (type === 'error' && !absent) console.error(...args);
});
// The authority must be the page's own host: another one makes other URIs of the same files.
const remote = `vscode-remote://127.0.0.1:${port}`;
const payload = [
  ['extensionDevelopmentPath', remote + harness],
  ['extensionTestsPath', `${remote}${harness}/index.js`],
];
await page.goto(
  `http://127.0.0.1:${port}/?folder=${encodeURI(workspace)}&payload=${encodeURIComponent(JSON.stringify(payload))}`,
);
const timeout = new Promise((resolve) => setTimeout(resolve, 120_000, 'timeout'));
const code = await Promise.race([finished, timeout]);
if (code !== 0) console.error(`the harness ended with ${code}`);
await browser.close();
process.exit(code === 0 ? 0 : 1);
