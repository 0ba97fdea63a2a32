// Links behind the codes of findings. Knows no VS Code.

import { SHOW_PAGE } from '../commands/names.ts';

/**
 * Where the link of a code leads that the server gave as `href`. A page on the web stays what it is.
 * One that was installed with the server is shown by a command: as a file, the editor would open its
 * Markdown, and where it runs on another machine than its window nothing at all.
 */
export function linkOf(href: string): string {
  return href.startsWith('file:') ? `command:${SHOW_PAGE}?${encodeURIComponent(JSON.stringify([href]))}` : href;
}
