// Who says what where the extension PDDL (jan-dolejsi.pddl) is there, too. Knows no VS Code.
//
// That extension formats unless `pddl.formatter` is false; marks predicates and functions that are
// never used, which cannot be turned off; and has a parser of the user's check domains and problems
// if `pddlParser.executableOrService` names one. What it says is not said again.

/** The setting `planlsp.besidePddlExtension`. */
export type Choice = 'ask' | 'planlsp' | 'pddl' | 'both';

/** What the other extension does. */
export interface Neighbour {
  readonly formats: boolean;
  readonly hasParser: boolean;
}

/** A finding of ours, as far as it matters here. */
export interface Told {
  readonly code: string;
  /** Whether it is about the difference from a reference, which nobody else knows. */
  readonly isDifference: boolean;
}

const ITS_OWN = new Set(['unused-predicate', 'unused-function']);

/** Whether a finding in a domain or problem is to be shown. */
export function isShown(told: Told, neighbour: Neighbour | undefined, choice: Choice): boolean {
  if (!neighbour || choice === 'both' || told.isDifference) {
    return true;
  }
  const checks = choice === 'pddl' || (choice === 'ask' && neighbour.hasParser);
  return !checks && !ITS_OWN.has(told.code);
}

/** Whether our formatter is offered: two of them would have VS Code ask at every file. */
export function formats(neighbour: Neighbour | undefined, choice: Choice): boolean {
  return !neighbour?.formats || choice === 'both';
}

/** What the user is asked once. */
export const QUESTION =
  'The extension PDDL is installed as well. Both check and format domains and problems. Which one ' +
  'should do it? Until you choose, PDDL formats and nothing is reported twice.';

/** The answers, by what they set. */
export const ANSWERS: Readonly<Record<string, Choice>> = {
  planlsp: 'planlsp',
  PDDL: 'pddl',
  Both: 'both',
};
