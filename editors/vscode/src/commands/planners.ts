// How the server's planners are listed. Knows no VS Code.

export interface Planner {
  /** `fast-downward`, or with a variant `fast-downward/lama`. */
  readonly name: string;
  readonly supports: string;
  /** Null where it is not installed. */
  readonly version: string | null;
  /** The command that installs it. */
  readonly install: string | null;
  /** Whether it is used where none is chosen. */
  readonly isSetting: boolean;
}

export interface PlannerEntry {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Undefined for the heading of those that are not installed. */
  readonly planner?: Planner;
}

/** The planners, those installed first, the one `chosen` for this workspace with a tick. */
export function entriesOfPlanners(planners: readonly Planner[], chosen: string | undefined): PlannerEntry[] {
  const entryOf = (planner: Planner): PlannerEntry => {
    const isChosen = chosen === undefined ? planner.isSetting : planner.name === chosen;
    const notes = [planner.version, planner.isSetting ? 'default' : ''];
    return {
      label: `${isChosen ? '$(check) ' : ''}${planner.name}`,
      description: notes.filter(Boolean).join(', '),
      detail: planner.supports,
      planner,
    };
  };
  const installed = planners.filter(({ version }) => version !== null);
  const absent = planners.filter(({ version }) => version === null);
  const heading = { label: 'Not installed', description: '', detail: '' };
  return [...installed.map(entryOf), ...(absent.length > 0 ? [heading] : []), ...absent.map(entryOf)];
}
