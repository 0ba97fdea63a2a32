// Which files are likely meant: those that are near. Knows no VS Code.

import * as path from 'node:path/posix';

/** Steps between the folders of two files. */
export function distance(left: string, right: string): number {
  const steps = path.relative(path.dirname(left), path.dirname(right));
  return steps === '' ? 0 : steps.split('/').length;
}

const MODEL = /\.(pddl|hddl|ppddl)$/i;
/** What problems are called where they are called anything: `p01`, `prob-3`, `instance_7`, `my-problem`. */
const PROBLEM = /^(p|pb|pfile|task|test)[-_]?\d+\b|^(prob|inst|instance)[-_\d.]|problem/i;

/** What a file is, as its name has it. */
export function kindOf(file: string): 'plan' | 'problem' | 'domain' {
  const name = path.basename(file);
  return !MODEL.test(name) ? 'plan' : PROBLEM.test(name) ? 'problem' : 'domain';
}

/** `candidates` without `subject`: of its kind first, then near, then by name. */
export function byNearness(subject: string, candidates: readonly string[]): string[] {
  const kind = kindOf(subject);
  const isModel = kind !== 'plan';
  const rank = (file: string) => {
    const other = kindOf(file);
    return other === kind ? 0 : isModel === (other !== 'plan') ? 1 : 2;
  };
  return candidates
    .filter((file) => file !== subject)
    .sort(
      (left, right) =>
        rank(left) - rank(right) ||
        distance(subject, left) - distance(subject, right) ||
        left.localeCompare(right),
    );
}
