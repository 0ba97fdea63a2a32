// The plans of the open domains in the test explorer, each passed or failed.
//
// The server executes them by itself whenever something changes that they rest on; to run them here
// is to ask it again.

import * as vscode from 'vscode';
import type { Statuses } from '../status/statuses.ts';
import type { PlanStatus } from '../status/text.ts';
import { changedPlans, domainsOf, nameOf } from './tree.ts';

export function registerPlanTests(statuses: Statuses): vscode.Disposable {
  const controller = vscode.tests.createTestController('planlsp.plans', 'Plans of PDDL Domains');
  const shown = new Map<string, readonly PlanStatus[]>();

  const update = () => {
    const known = statuses.all().map(([uri, status]) => [uri.toString(), status] as const);
    const domains = domainsOf(known);
    const gone = new Set(shown.keys());
    for (const { uri, label, plans } of domains) {
      gone.delete(uri);
      const before = shown.get(uri);
      shown.set(uri, plans);
      const item = controller.items.get(uri) ?? controller.createTestItem(uri, label, vscode.Uri.parse(uri));
      controller.items.add(item);
      item.children.replace(plans.map((plan) => item.children.get(plan.uri) ?? itemOf(plan)));
      publish(item, changedPlans(before, plans));
    }
    gone.forEach((uri) => {
      shown.delete(uri);
      controller.items.delete(uri);
    });
  };

  const itemOf = (plan: PlanStatus) => {
    // Without a description: it is what is read aloud in place of the name.
    return controller.createTestItem(plan.uri, nameOf(plan.uri), vscode.Uri.parse(plan.uri));
  };

  /** A run that holds what the server has found out already. */
  const publish = (domain: vscode.TestItem, plans: readonly PlanStatus[]) => {
    if (plans.length === 0) {
      return;
    }
    const items = plans.flatMap((plan) => domain.children.get(plan.uri) ?? []);
    // Nobody asked for it: no view is to be opened, and no message in a plan that is shown, which has
    // a diagnostic of its own there.
    const request = new vscode.TestRunRequest(items, undefined, profile, true, true);
    const run = controller.createTestRun(request, domain.label, false);
    plans.forEach((plan) => report(run, domain, plan, false));
    run.end();
  };

  const runAgain = async (request: vscode.TestRunRequest, token: vscode.CancellationToken) => {
    const run = controller.createTestRun(request);
    for (const domain of asItems(controller.items)) {
      const wanted = wantedOf(domain, request);
      if (wanted.length === 0 || token.isCancellationRequested) {
        continue;
      }
      wanted.forEach((item) => run.started(item));
      const status = await statuses.now(vscode.Uri.parse(domain.id));
      const plans = status?.plans ?? [];
      for (const item of wanted) {
        const plan = plans.find(({ uri }) => uri === item.id);
        if (plan) {
          report(run, domain, plan, true);
          run.appendOutput(`${nameOf(plan.uri)} under ${domain.label}: ${told(plan)}\r\n`, undefined, item);
        } else {
          run.skipped(item);
        }
      }
    }
    run.end();
  };

  const profile = controller.createRunProfile('Execute', vscode.TestRunProfileKind.Run, runAgain, true);
  update();
  return vscode.Disposable.from(controller, statuses.onDidChange(update));
}

/** Gives a run what became of a plan; a message `inText` covers what else is on the line. */
function report(run: vscode.TestRun, domain: vscode.TestItem, plan: PlanStatus, inText: boolean): void {
  const item = domain.children.get(plan.uri);
  if (!item) {
    return;
  }
  item.error = undefined;
  if (plan.verdict === 'valid') {
    run.passed(item);
  } else if (plan.verdict === 'unknown') {
    // Neither passed nor failed: nothing is known of it, and why.
    item.error = plan.reason ?? undefined;
    run.skipped(item);
  } else {
    const message = new vscode.TestMessage(plan.reason ?? 'invalid plan');
    if (inText && plan.range && item.uri) {
      const { start, end } = plan.range;
      const range = new vscode.Range(start.line, start.character, end.line, end.character);
      message.location = new vscode.Location(item.uri, range);
    }
    run.failed(item, message);
  }
}

/** What became of a plan, in a line. */
function told(plan: PlanStatus): string {
  return plan.reason ? `${plan.verdict}: ${plan.reason}` : plan.verdict;
}

function wantedOf(domain: vscode.TestItem, request: vscode.TestRunRequest): vscode.TestItem[] {
  const isWanted = (item: vscode.TestItem) => request.include?.includes(item) ?? true;
  const isLeftOut = (item: vscode.TestItem) => request.exclude?.includes(item) ?? false;
  return asItems(domain.children).filter(
    (item) => (isWanted(domain) || isWanted(item)) && !isLeftOut(domain) && !isLeftOut(item),
  );
}

function asItems(collection: vscode.TestItemCollection): vscode.TestItem[] {
  return [...collection].map(([, item]) => item);
}
