// What a report is about, and what it is called. Knows no VS Code but the type of its addresses.

import type { Uri } from 'vscode';

/** Two files; a reference that is null is the one that the first file has. */
export interface Pair {
  readonly learned: Uri;
  readonly reference: Uri | null;
}

/** A plan alone: its execution. */
export interface Execution {
  readonly plan: Uri;
}

export type Subject = Pair | Execution;

/** Kinds of webviews, which menus ask for: an execution has no sides to swap. */
export const REVIEW_VIEW = 'planlsp.review';
export const EXECUTION_VIEW = 'planlsp.execution';

export function viewOf(subject: Subject): string {
  return 'plan' in subject ? EXECUTION_VIEW : REVIEW_VIEW;
}

/** The title of its tab. */
export function titleOf(subject: Subject): string {
  if ('plan' in subject) {
    return `Execution of ${nameOf(subject.plan)}`;
  }
  return subject.reference
    ? `${nameOf(subject.learned)} ↔ ${nameOf(subject.reference)}`
    : `Review of ${nameOf(subject.learned)}`;
}

/** The same for the same subject, and for no other one. */
export function keyOf(subject: Subject): string {
  return 'plan' in subject
    ? `plan ${subject.plan}`
    : `pair ${subject.learned} ${subject.reference ?? ''}`;
}

/** The two files that were chosen, the one first that names the other as its reference. */
export function inOrder(pair: readonly [Uri, Uri], referenceOfSecond: Uri | undefined): Pair {
  const [first, second] = pair;
  return referenceOfSecond?.toString() === first.toString()
    ? { learned: second, reference: first }
    : { learned: first, reference: second };
}

export function nameOf(uri: Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
