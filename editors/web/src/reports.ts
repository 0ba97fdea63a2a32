// What the server makes of the texts, as its own HTML reports: the review, and the execution of the plan.

import type { LSPClient } from '@codemirror/lsp-client';
import type { Tab } from './files.ts';

type Addresses = Partial<Record<Tab, string>>;
type Question = { command: string; arguments: unknown[] };

const NO_SOLVING =
  'Solving does not run in the browser: planners are programs of their own. Install planlsp, download the files and run `planlsp solve domain.pddl problem.pddl`.';

/** The report at the right, which follows the texts. */
export class Reports {
  private shown = 'review';
  private addresses: Addresses = {};
  private kind: string | null = null;
  private last = '';
  private number = 0;
  private isStopped = false;

  private readonly client: LSPClient;
  private frame: HTMLIFrameElement;
  private readonly message: HTMLElement;

  constructor(client: LSPClient, frame: HTMLIFrameElement, message: HTMLElement) {
    [this.client, this.frame, this.message] = [client, frame, message];
  }

  async show(name: string): Promise<void> {
    this.shown = name;
    for (const tab of document.querySelectorAll<HTMLElement>('#report-tabs [role=tab]')) {
      tab.setAttribute('aria-selected', String(tab.dataset.name === name));
      tab.tabIndex = tab.dataset.name === name ? 0 : -1;
    }
    document.getElementById('report-panel')!.setAttribute('aria-labelledby', name === 'plan' ? 'tab-execution' : `tab-${name}`);
    this.last = '';
    await this.ask();
  }

  /** The texts have changed. `kind` is that of the reference. */
  async update(addresses: Addresses, kind: string | null): Promise<void> {
    [this.addresses, this.kind] = [addresses, kind];
    await this.ask();
  }

  /** The server does not run. */
  stop(): void {
    this.isStopped = true;
    void this.ask();
  }

  private async ask(): Promise<void> {
    const number = ++this.number;
    const question = this.question();
    if (typeof question === 'string') {
      this.tell(question);
      return;
    }
    if (!this.last) this.tell(WAITING);
    try {
      this.client.sync();
      const html = await this.client.request<Question, string>('workspace/executeCommand', question);
      if (number === this.number) await this.draw(html);
    } catch (problem) {
      if (number === this.number) this.tell(sentence(problem));
    }
  }

  private question(): Question | string {
    const { domain, problem, plan, reference } = this.addresses;
    if (this.shown === 'solve') return NO_SOLVING;
    if (this.isStopped) return 'There are no reports: the server does not run.';
    if (this.shown === 'plan') {
      if (!plan) return 'Write a plan into its tab, or open one, to see it executed.';
      if (!domain || !problem) return 'A plan is executed with its domain and its problem: fill in both tabs.';
      return { command: 'planlsp.validatePlan', arguments: [plan, 'html'] };
    }
    const learned = this.kind === 'problem' ? problem : this.kind === 'plan' ? plan : domain;
    if (!reference) return 'Nothing to compare with yet: put the domain, problem or plan that yours should be like into the tab Reference.';
    if (!learned) return `The reference is a ${this.kind}: fill in the tab of the ${this.kind} to compare with it.`;
    return { command: 'planlsp.compareFiles', arguments: [learned, reference, 'html'] };
  }

  private tell(message: string): void {
    this.last = '';
    this.message.textContent = message;
    this.message.hidden = false;
    this.frame.hidden = true;
  }

  /** Shows a report where the reader was in the one before it. */
  private async draw(html: string): Promise<void> {
    if (html === this.last) return;
    this.last = html;
    const before = this.frame.contentWindow!;
    const frame = this.frame.cloneNode() as HTMLIFrameElement;
    // Each report has a frame of its own: the scripts of two do not go together in one.
    frame.hidden = false;
    frame.classList.add('next');
    const isLoaded = new Promise((loaded) => frame.addEventListener('load', loaded, { once: true }));
    this.frame.after(frame);
    await isLoaded;
    if (html !== this.last) return frame.remove();
    const page = frame.contentDocument!;
    page.open();
    page.write(html);
    page.close();
    frame.contentWindow!.scrollTo(before.scrollX, before.scrollY);
    this.frame.remove();
    frame.classList.remove('next');
    this.frame = frame;
    this.message.hidden = true;
    document.body.dataset.report = this.shown;
  }
}

const WAITING = 'Waiting for the server…';

function sentence(problem: unknown): string {
  const said = problem instanceof Error ? problem.message : typeof problem === 'object' && problem !== null && 'message' in problem ? String(problem.message) : String(problem);
  return said.replace(/^Invalid Params: /, '');
}
