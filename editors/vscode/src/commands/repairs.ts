// How the server's repairs are listed. Knows no VS Code.

export interface RepairEntry {
  /** The edits, by which repairs are told apart. */
  readonly label: string;
  /** What they bring about. */
  readonly detail: string;
}

/** An entry for `Repair: 2 edits make all 3 plans in this directory valid: add … to …; remove …`. */
export function entryOf(title: string): RepairEntry {
  const told = title.replace(/^Repair: /, '');
  const split = told.indexOf(': ');
  return split < 0
    ? { label: told, detail: '' }
    : { label: told.slice(split + 2), detail: told.slice(0, split) };
}
