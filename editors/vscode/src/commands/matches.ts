// How the server's matches of names are listed. Knows no VS Code.

/** A match as the server lists it, and as it wants it back. */
export interface Match {
  readonly kind: string;
  readonly text: string;
  readonly confidence: number;
  readonly evidence: string;
  readonly state: 'uncertain' | 'not matched' | 'confirmed' | 'found';
}

export interface Matches {
  readonly matches: Match[];
  /** The reference names of each kind. */
  readonly names: Record<string, string[]>;
  /** What the last answer has changed. */
  readonly message: string;
}

export interface MatchEntry {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

const SIGNS = { uncertain: '$(question)', 'not matched': '$(question)', confirmed: '$(check)', found: '$(blank)' };

/** Sign and names, how sure the match is, and why. */
export function entryOfMatch({ state, text, confidence, evidence }: Match): MatchEntry {
  const open = state === 'not matched' ? 'not matched, ' : '';
  return { label: `${SIGNS[state]} ${text}`, description: `${open}${confidence.toFixed(2)}`, detail: evidence };
}
