import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webviewPage, type Theme } from '../src/review/page.ts';

const PAGE =
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">` +
  `<meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;; style-src &#x27;sha256-x&#x27;">` +
  `<style>@media (prefers-color-scheme: dark) { :root { --page: #000 } } @media print { }</style></head>` +
  `<body><main>&lt;script&gt;alert(1)&lt;/script&gt; $&amp;</main><script>1;</script></body></html>`;

const DARK: Theme = { isDark: true, hasHighContrast: false };
const LIGHT: Theme = { isDark: false, hasHighContrast: false };

test('the policy lets in our own style and script alone, by a number', () => {
  const page = webviewPage(PAGE, DARK, 'n0nce');
  const policies = page.match(/<meta http-equiv="Content-Security-Policy"[^>]*>/g);
  assert.equal(policies?.length, 1);
  assert.match(policies?.[0] ?? '', /default-src 'none'; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'/);
  assert.doesNotMatch(page, /unsafe|sha256/);
  assert.equal(page.match(/<(style|script)\b/g)?.length, page.match(/nonce="n0nce"/g)?.length);
});

test('the theme of the editor counts, not that of the system', () => {
  assert.match(webviewPage(PAGE, DARK, 'n'), /@media screen \{ :root \{ --page: #000/);
  assert.match(webviewPage(PAGE, LIGHT, 'n'), /@media not all \{ :root \{ --page: #000/);
  assert.doesNotMatch(webviewPage(PAGE, LIGHT, 'n'), /prefers-color-scheme/);
  assert.match(webviewPage(PAGE, LIGHT, 'n'), /--page: var\(--vscode-editor-background\)/);
});

test('borders stand out in themes of high contrast alone', () => {
  const contrasting = webviewPage(PAGE, { isDark: true, hasHighContrast: true }, 'n');
  assert.match(contrasting, /--line: var\(--vscode-contrastBorder\)/);
  assert.doesNotMatch(webviewPage(PAGE, DARK, 'n'), /contrastBorder/);
});

test('what the page says is left as it is', () => {
  assert.ok(webviewPage(PAGE, DARK, 'n').includes('<main>&lt;script&gt;alert(1)&lt;/script&gt; $&amp;</main>'));
});
