// Which files are likely meant: those that are near. Knows no VS Code.

import * as path from 'node:path/posix';

/** Steps between the folders of two files. */
export function distance(left: string, right: string): number {
  const steps = path.relative(path.dirname(left), path.dirname(right));
  return steps === '' ? 0 : steps.split('/').length;
}

/** `candidates` without `subject`: of its kind first (the same ending), then near, then by name. */
export function byNearness(subject: string, candidates: readonly string[]): string[] {
  const rank = (file: string) => (path.extname(file) === path.extname(subject) ? 0 : 1);
  return candidates
    .filter((file) => file !== subject)
    .sort(
      (left, right) =>
        rank(left) - rank(right) ||
        distance(subject, left) - distance(subject, right) ||
        left.localeCompare(right),
    );
}
