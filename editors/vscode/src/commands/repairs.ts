// How the server's repairs are listed. Knows no VS Code.

export interface Repair {
  /** What the edits bring about. */
  readonly title: string;
  /** Each edit in words. */
  readonly edits: readonly string[];
  /** All of them as the protocol has it. */
  readonly edit: unknown;
}

/** The answer of the server: repairs, or why there are none. */
export interface Offered {
  readonly repairs: readonly Repair[];
  readonly reason: string | null;
  /** Whether waiting changes nothing. */
  readonly isFinal: boolean;
}

/** A change of a text between two of its characters. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text after all changes, which do not overlap. */
export function changed(text: string, changes: readonly Change[]): string {
  const last = [...changes].sort((one, other) => other.start - one.start);
  return last.reduce((all, { start, end, text: put }) => all.slice(0, start) + put + all.slice(end), text);
}

export interface Entry {
  readonly label: string;
  /** The repair that it belongs to, from 0. */
  readonly number: number;
  /** Whether it stands above the edits of a repair, and cannot be chosen. */
  readonly heading: boolean;
}

/** A heading for each repair, and below it a line for each of its edits. */
export function entriesOf(repairs: readonly Repair[]): Entry[] {
  return repairs.flatMap(({ edits }, number) => [
    { label: `Repair ${number + 1}`, number, heading: true },
    ...edits.map((label) => ({ label: `$(edit) ${label}`, number, heading: false })),
  ]);
}
