// What the status item says. Knows no VS Code.

import { NO_MACHINE } from '../server/advice.ts';
import type { ServerState } from '../server/state.ts';

/** What the server knows of a file; see `planlsp/status` in the README of the server. */
export interface FileStatus {
  readonly kind: 'domain' | 'problem' | 'plan' | null;
  readonly name: string | null;
  readonly reference: string | null;
  /** Action similarity to the reference, from 0 to 1; null where none is known. */
  readonly similarity: number | null;
  readonly differences: number | null;
  /** The line above the domain: similarity, its basis, differences. */
  readonly summary: string | null;
  /** The plans beside a domain; null for what is none, or while they are executed. */
  readonly plans: readonly PlanStatus[] | null;
}

/** What becomes of a plan under a domain. */
export interface PlanStatus {
  readonly uri: string;
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  /** Why it is not valid, or not known to be. */
  readonly reason: string | null;
  /** Where it fails. */
  readonly range: LspRange | null;
}

export interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** The text of the item, and whether it stands out. */
export interface Shown {
  readonly text: string;
  readonly lines: readonly string[];
  readonly tone: 'plain' | 'warning' | 'error';
}

/** What to show of the server and of the active file, `file` being its name where there is one. */
export function shown(state: ServerState, file?: string, status?: FileStatus): Shown {
  switch (state.kind) {
    case 'starting':
      return { text: '$(loading~spin) planlsp', lines: ['The server is starting.'], tone: 'plain' };
    case 'installing':
      return { text: '$(loading~spin) planlsp', lines: ['The server is being installed.'], tone: 'plain' };
    case 'stopped':
      return { text: '$(debug-stop) planlsp', lines: ['The server is stopped.'], tone: 'plain' };
    case 'absent':
      return { text: '$(warning) planlsp: no server', lines: ['There is no server on this machine.'], tone: 'warning' };
    case 'virtual':
      return { text: '$(cloud) planlsp', lines: [NO_MACHINE], tone: 'plain' };
    case 'failed':
      return { text: '$(error) planlsp', lines: [state.problem], tone: 'error' };
    case 'running': {
      const { text, lines } = ofFile(file, status);
      const server = `Server ${state.version}, from ${state.origin}.`;
      return { text, lines: [...lines, server], tone: 'plain' };
    }
  }
}

function ofFile(file: string | undefined, status: FileStatus | undefined): Pick<Shown, 'text' | 'lines'> {
  const ready = '$(check) planlsp';
  if (!file || !status?.kind) {
    return { text: ready, lines: [] };
  }
  const plans = status.plans?.length ? [plansLine(status.plans)] : [];
  if (status.similarity === null) {
    const hint = status.kind === 'domain' && status.reference === null ? [`No reference for ${file}.`] : [];
    return { text: ready, lines: [...hint, ...plans] };
  }
  const summary = status.summary ? [`${file}: ${status.summary}`] : [];
  return { text: `$(git-compare) similarity ${status.similarity.toFixed(3)}`, lines: [...summary, ...plans] };
}

function plansLine(plans: readonly PlanStatus[]): string {
  const valid = plans.filter(({ verdict }) => verdict === 'valid').length;
  return `${valid} of ${plans.length} plans of this domain are valid.`;
}
