// The names of commands: ours, which package.json shows to people, and the server's.

export const RESTART = 'planlsp.restart';
export const INSTALL = 'planlsp.installServer';
export const SHOW_OUTPUT = 'planlsp.showOutput';
export const SHOW_MENU = 'planlsp.showMenu';
export const CHOOSE_REFERENCE = 'planlsp.chooseReference';
export const REVIEW = 'planlsp.review';
export const COMPARE_WITH = 'planlsp.compareWith';
export const COMPARE_SELECTED = 'planlsp.compareSelected';
export const SWAP_SIDES = 'planlsp.swapSides';
export const EXECUTE_PLAN = 'planlsp.executePlan';
export const LEARN = 'planlsp.learnFromPlans';
export const SHOW_MODEL = 'planlsp.viewModel';
export const CREATE_EXAMPLE = 'planlsp.createExample';
export const SOLVE = 'planlsp.solveHere';
export const SOLVE_WITH = 'planlsp.solveWith';
export const REPAIR = 'planlsp.repair';
export const ANSWER_MATCHES = 'planlsp.answerMatches';
export const OPEN_VIEWER = 'planlsp.openViewer';
export const SHOW_PAGE = 'planlsp.showPage';

/** Those that people can run by name; a test compares them with package.json. */
export const FOR_PEOPLE = [
  REVIEW,
  CHOOSE_REFERENCE,
  COMPARE_WITH,
  COMPARE_SELECTED,
  SWAP_SIDES,
  EXECUTE_PLAN,
  SHOW_MODEL,
  LEARN,
  CREATE_EXAMPLE,
  SOLVE,
  SOLVE_WITH,
  REPAIR,
  ANSWER_MATCHES,
  OPEN_VIEWER,
  RESTART,
  INSTALL,
  SHOW_OUTPUT,
] as const;

/** Run by lenses of the server, with what it knows. */
export const SHOW_DIFFERENCES = 'planlsp.showDifferences';

/** Answered by the server (`workspace/executeCommand`). */
export const SERVER = {
  answerMatch: 'planlsp.answerMatch',
  compareFiles: 'planlsp.compareFiles',
  learn: 'planlsp.learn',
  markDifference: 'planlsp.markDifference',
  nameMatches: 'planlsp.nameMatches',
  planners: 'planlsp.planners',
  repairs: 'planlsp.repairs',
  setReference: 'planlsp.setReference',
  showModel: 'planlsp.showModel',
  solve: 'planlsp.solve',
  takeDifference: 'planlsp.takeDifference',
  test: 'planlsp.test',
  validatePlan: 'planlsp.validatePlan',
} as const;
