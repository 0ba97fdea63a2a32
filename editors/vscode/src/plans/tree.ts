// The plans of each open domain as a tree, and what of it has changed. Knows no VS Code.

import type { FileStatus, PlanStatus } from '../status/text.ts';

export interface DomainNode {
  readonly uri: string;
  readonly label: string;
  readonly plans: readonly PlanStatus[];
}

/** The domains that have plans, by name. */
export function domainsOf(known: readonly (readonly [string, FileStatus])[]): DomainNode[] {
  return known
    .flatMap(([uri, { kind, plans }]) =>
      kind === 'domain' && plans?.length ? [{ uri, label: nameOf(uri), plans }] : [],
    )
    .sort((left, right) => left.label.localeCompare(right.label) || left.uri.localeCompare(right.uri));
}

/** The plans whose verdict, reason or place is not what it was before. */
export function changedPlans(
  before: readonly PlanStatus[] | undefined,
  now: readonly PlanStatus[],
): PlanStatus[] {
  const known = new Map(before?.map((plan) => [plan.uri, JSON.stringify(plan)]));
  return now.filter((plan) => known.get(plan.uri) !== JSON.stringify(plan));
}

/** The last part of the path, as people read it. */
export function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}
