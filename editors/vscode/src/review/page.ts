// The server's page, made ready for a webview. Knows no VS Code.
//
// The page is made for a browser: it asks the system whether it is light or dark, and its policy
// knows its style and script by their hashes. Here the editor says what is dark, its colours are the
// page's, and the policy names a number that nobody can know before.

/** What matters of a theme to a page. */
export interface Theme {
  readonly isDark: boolean;
  /** Whether borders are to stand out as letters do. */
  readonly hasHighContrast: boolean;
}

const POLICY = /<meta\b[^>]*http-equiv="Content-Security-Policy"[^>]*>/i;

// The page's own names of colours, by those of the editor. Tones of differences stay the page's.
const COLOURS: Readonly<Record<string, string>> = {
  page: 'editor-background',
  text: 'editor-foreground',
  dim: 'descriptionForeground',
  soft: 'editorWidget-background',
  link: 'textLink-foreground',
};

// Only themes of high contrast have it. What is left of a bar is then hollow: a second strong colour
// beside that of its value would say nothing.
const CONTRASTING: Readonly<Record<string, string>> = { ...COLOURS, line: 'contrastBorder' };
const HOLLOW = '.bar .room { fill: none; stroke: var(--line); }';

// Where the reader was is where they are after the page was made anew.
const KEEP_PLACE = `
const host = acquireVsCodeApi();
const place = host.getState();
if (place) scrollTo(0, place.top);
addEventListener("scroll", () => host.setState({ top: scrollY }));
`;

/** `html`, a page of the server, in a theme; `nonce` is a word that was never used before. */
export function webviewPage(html: string, theme: Theme, nonce: string): string {
  const policy =
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
    `style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'">`;
  return html
    .replace(POLICY, () => policy)
    .replace(/@media \(prefers-color-scheme: dark\)/g, theme.isDark ? '@media screen' : '@media not all')
    .replace(/<(style|script)>/g, (_, tag: string) => `<${tag} nonce="${nonce}">`)
    .replace('</head>', () => `<style nonce="${nonce}">${colours(theme)}</style></head>`)
    .replace('</body>', () => `<script nonce="${nonce}">${KEEP_PLACE}</script></body>`);
}

function colours(theme: Theme): string {
  const set = Object.entries(theme.hasHighContrast ? CONTRASTING : COLOURS).map(([ours, theirs]) => `--${ours}: var(--vscode-${theirs});`);
  // The editor puts a padding around the body, which the page has itself.
  return `@media screen { :root { color-scheme: ${theme.isDark ? 'dark' : 'light'}; ${set.join(' ')} } body { padding: 0; } ${theme.hasHighContrast ? HOLLOW : ''} }`;
}
