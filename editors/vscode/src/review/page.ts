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

// Where the reader was is where they are after the page was made anew. What belongs to a place in a
// file is a link to it: the page says which, and the extension opens it.
const HOST = `
const host = acquireVsCodeApi();
const kept = host.getState();
const walked = document.querySelector(".walk input[type=range]");
if (walked && kept?.step !== undefined) {
  walked.value = kept.step;
  walked.dispatchEvent(new Event("input"));
}
if (kept) scrollTo(0, kept.top);
const keep = () => host.setState({ top: scrollY, step: walked && walked.value !== walked.max ? walked.value : undefined });
addEventListener("scroll", keep);
walked?.addEventListener("input", keep);
for (const place of document.querySelectorAll("[data-file]")) {
  const { file, line, column } = place.dataset;
  const open = (event) => {
    if (event.target.closest("a, button") || String(getSelection())) return;
    host.postMessage({ open: file, line: Number(line), column: Number(column) });
  };
  place.classList.add("place");
  place.addEventListener("click", open);
  if (place.tagName === "SPAN") {
    place.tabIndex = 0;
    place.setAttribute("role", "link");
    place.addEventListener("keydown", (event) => event.key === "Enter" && open(event));
  }
}
`;
// A difference can be taken from the reference, or left as it is: rows say which one they are about.
const ACTS = `
for (const row of document.querySelectorAll("tr[data-difference]")) {
  const name = JSON.parse(row.dataset.difference);
  const isAccepted = row.classList.contains("accepted");
  const acts = isAccepted ? [["reopen", "open"]] : [["take", "take"], ["leave as is", "accepted"]];
  for (const [text, act] of acts) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", text + ": " + name.filter(Boolean).join(" "));
    button.addEventListener("click", () => host.postMessage({ act, difference: name }));
    row.lastElementChild.append(" ", button);
  }
}
`;
const PLACES = '.place { cursor: pointer; } .place:hover { text-decoration: underline; } span.place { color: var(--link); }';

/** `html`, a page of the server, in a theme; `nonce` is a word that was never used before. Differences can be
 * acted on where the first file is compared with its own reference. */
export function webviewPage(html: string, theme: Theme, nonce: string, canAct = false): string {
  const policy =
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
    `style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'">`;
  return html
    .replace(POLICY, () => policy)
    .replace(/@media \(prefers-color-scheme: dark\)/g, theme.isDark ? '@media screen' : '@media not all')
    .replace(/<(style|script)>/g, (_, tag: string) => `<${tag} nonce="${nonce}">`)
    .replace('</head>', () => `<style nonce="${nonce}">${colours(theme)}</style></head>`)
    .replace('</body>', () => `<script nonce="${nonce}">${HOST}${canAct ? ACTS : ''}</script></body>`);
}

function colours(theme: Theme): string {
  const set = Object.entries(theme.hasHighContrast ? CONTRASTING : COLOURS).map(([ours, theirs]) => `--${ours}: var(--vscode-${theirs});`);
  // The editor puts a padding around the body, which the page has itself, and colours code.
  return `@media screen { :root { color-scheme: ${theme.isDark ? 'dark' : 'light'}; ${set.join(' ')} } body { padding: 0; } code { color: inherit; background: none; } ${PLACES} ${theme.hasHighContrast ? HOLLOW : ''} }`;
}
