// One server at a time: found, started, watched, started again.

import * as vscode from 'vscode';
import {
  State,
  type Executable,
  type LanguageClientOptions,
  type StaticFeature,
} from 'vscode-languageclient/node';
import { unusable } from './advice.ts';
import { Client } from './client.ts';
import { anyInterpreter, environmentFor, interpreterIn } from './environment.ts';
import { installServer, wheelOf } from './install.ts';
import { locateServer } from './locate.ts';
import type { ServerState } from './state.ts';

/** Tells the server that we want to hear when a status holds no longer. */
const STATUS_CHANGED: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = { ...capabilities.experimental, planlsp: { statusChanged: true } };
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
};

/** The server of this window. `onDidChange` fires with each new state. */
export class ServerSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ServerState>();
  readonly onDidChange = this.#changed.event;
  readonly #context: vscode.ExtensionContext;
  readonly #output: vscode.LogOutputChannel;
  readonly #options: LanguageClientOptions;
  readonly #features: readonly StaticFeature[];
  #state: ServerState = { kind: 'stopped' };
  #client: Client | undefined;
  #executable: Executable | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(
    context: vscode.ExtensionContext,
    output: vscode.LogOutputChannel,
    options: LanguageClientOptions,
    features: readonly StaticFeature[],
  ) {
    this.#context = context;
    this.#output = output;
    this.#options = options;
    this.#features = features;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The client of a running server. */
  get client(): Client | undefined {
    return this.#state.kind === 'running' ? this.#client : undefined;
  }

  /** The program that runs, with its arguments; what is installed beside it can be run, too. */
  get executable(): Executable | undefined {
    return this.#executable;
  }

  /** Ends what runs and starts what is found; whoever calls meanwhile waits for its turn. */
  restart(): Promise<void> {
    return this.#afterEnd(() => this.#start());
  }

  /** Installs the server into an environment of its own and starts it; resolves to what went wrong. */
  async install(): Promise<string | undefined> {
    let problem: string | undefined;
    await this.#afterEnd(async () => {
      this.#become({ kind: 'installing' });
      const installed = await installServer(this.#context, this.#output).catch((error: unknown) => ({
        problem: `The server could not be installed: ${error}`,
      }));
      problem = typeof installed === 'object' ? installed.problem : undefined;
      if (problem) {
        this.#output.error(problem);
      }
      await this.#start();
    });
    return problem;
  }

  /** Ends the server and says no more. */
  stop(): Promise<void> {
    return this.#afterEnd(async () => undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #start(): Promise<void> {
    if (isVirtual()) {
      this.#become({ kind: 'virtual' });
      return;
    }
    this.#become({ kind: 'starting' });
    const located = await locateServer(await this.#ownInterpreter());
    if ('absent' in located) {
      this.#become({ kind: 'absent' });
      return;
    }
    if ('unusable' in located) {
      this.#fail(unusable(located.unusable));
      return;
    }
    const { command, args = [] } = (this.#executable = located.server);
    this.#output.info(`Starting ${[command, ...args].join(' ')}, from ${located.origin}`);
    const client = new Client('planlsp', 'planlsp', located.server, this.#options);
    this.#client = client;
    client.registerFeatures([STATUS_CHANGED, ...this.#features]);
    client.onDidChangeState(({ newState }) => this.#follow(client, newState, located.origin));
    try {
      await client.start();
    } catch (error) {
      this.#fail(`The planlsp server did not start: ${error}`);
    }
  }

  /** The interpreter of this extension's own environment: of the present version, else of any. */
  async #ownInterpreter(): Promise<string | undefined> {
    const storage = this.#context.globalStorageUri.fsPath;
    const wheel = await wheelOf(this.#context);
    const present = wheel && interpreterIn(await environmentFor(wheel, storage));
    return present ?? anyInterpreter(storage);
  }

  #follow(client: Client, now: State, origin: string): void {
    if (client !== this.#client) {
      return; // stopped on purpose
    }
    if (now === State.Running) {
      const version = client.initializeResult?.serverInfo?.version ?? 'of unknown version';
      this.#become({ kind: 'running', version, origin });
    } else if (now === State.Starting) {
      this.#become({ kind: 'starting' });
    } else if (this.#state.kind === 'running') {
      this.#become({ kind: 'failed', problem: 'The planlsp server has ended.' });
    }
  }

  async #stop(): Promise<void> {
    const running = this.#client;
    running?.expectEnd();
    this.#client = undefined;
    // A server that failed to start cannot be stopped; disposing throws then, and says no more.
    await running?.dispose().catch(() => undefined);
    this.#become({ kind: 'stopped' });
  }

  #fail(problem: string): void {
    this.#output.error(problem);
    this.#become({ kind: 'failed', problem });
  }

  #become(state: ServerState): void {
    this.#state = state;
    void vscode.commands.executeCommand('setContext', 'planlsp.running', state.kind === 'running');
    this.#changed.fire(state);
  }

  /** Ends the server, then acts; in turn, where somebody else has asked before. */
  #afterEnd(act: () => Promise<void>): Promise<void> {
    this.#client?.expectEnd();
    const inTurn = async () => {
      await this.#stop();
      await act();
    };
    this.#last = this.#last.then(inTurn, inTurn);
    return this.#last;
  }
}

/** Whether all folders of the workspace are somewhere else than on a disk. */
function isVirtual(): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 0 && folders.every(({ uri }) => uri.scheme !== 'file');
}
