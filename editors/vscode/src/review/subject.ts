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

/** A domain, or a problem with its domain: views of it. */
export interface ModelView {
  readonly model: Uri;
}

export type Subject = Pair | Execution | ModelView;

/** Whether two files are compared. */
export function isPair(subject: Subject): subject is Pair {
  return 'learned' in subject;
}

/** Kinds of webviews, which menus ask for: only a review has sides to swap. */
export const REVIEW_VIEW = 'planlsp.review';
export const EXECUTION_VIEW = 'planlsp.execution';
export const MODEL_VIEW = 'planlsp.model';

export function viewOf(subject: Subject): string {
  return isPair(subject) ? REVIEW_VIEW : 'plan' in subject ? EXECUTION_VIEW : MODEL_VIEW;
}

/** The title of its tab. */
export function titleOf(subject: Subject): string {
  if ('plan' in subject) {
    return `Execution of ${nameOf(subject.plan)}`;
  }
  if ('model' in subject) {
    return `Model of ${nameOf(subject.model)}`;
  }
  return subject.reference
    ? `${nameOf(subject.learned)} ↔ ${nameOf(subject.reference)}`
    : `Review of ${nameOf(subject.learned)}`;
}

/** The same for the same subject, and for no other one. */
export function keyOf(subject: Subject): string {
  if (isPair(subject)) {
    return `pair ${subject.learned} ${subject.reference ?? ''}`;
  }
  return 'plan' in subject ? `plan ${subject.plan}` : `model ${subject.model}`;
}

/** The files that it is about. */
export function filesOf(subject: Subject): Uri[] {
  if (isPair(subject)) {
    return subject.reference ? [subject.learned, subject.reference] : [subject.learned];
  }
  return ['plan' in subject ? subject.plan : subject.model];
}

/** The two files that were chosen, the one first that names the other as its reference. */
export function inOrder(pair: readonly [Uri, Uri], referenceOfSecond: Uri | undefined): Pair {
  const [first, second] = pair;
  return referenceOfSecond?.toString() === first.toString()
    ? { learned: second, reference: first }
    : { learned: first, reference: second };
}

/** A place in a file as a page names it: lines and columns count from one, columns in characters. */
export interface Place {
  readonly open: string;
  readonly line: number;
  readonly column: number;
}

/** What a page asks for, if it is one of the things that it may ask for. */
export function placeIn(message: unknown): Place | undefined {
  const { open, line, column } = (message ?? {}) as Partial<Place>;
  const isPlace = typeof open === 'string' && Number.isInteger(line) && Number.isInteger(column);
  return isPlace ? { open, line: Math.max(line ?? 1, 1), column: Math.max(column ?? 1, 1) } : undefined;
}

/** What is to be done with a difference: take it from the reference, or keep what was said of it. */
export interface Act {
  readonly act: 'take' | 'accepted' | 'open';
  readonly difference: readonly string[];
}

/** What a page asks to be done, if it is one of the things that it may ask for. */
export function actIn(message: unknown): Act | undefined {
  const { act, difference } = (message ?? {}) as Partial<Act>;
  const isNamed = Array.isArray(difference) && difference.length === 5 && difference.every((each) => typeof each === 'string');
  return isNamed && (act === 'take' || act === 'accepted' || act === 'open') ? { act, difference } : undefined;
}

/** Which of `files` a page calls `name`: the one whose path ends so, the first of several. */
export function fileCalled<File extends { readonly path: string }>(name: string, files: readonly File[]): File | undefined {
  const called = name.replaceAll('\\', '/');
  return files.find(({ path: whole }) => whole === called || whole.endsWith(`/${called}`));
}

export function nameOf(uri: Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
