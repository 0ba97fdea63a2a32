// Installs the server into an environment of its own, once the user wants that.

import { mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { NO_PYTHON, NO_WHEEL } from './advice.ts';
import { bringBack, bundledWheel, complete, environmentFor, reasonOf, setAside, stepsFor, type Maker } from './environment.ts';
import { surroundings } from './locate.ts';
import { onPath, toolFolders } from './places.ts';
import { canMakeEnvironment, isProgram } from './programs.ts';
import { run } from './running.ts';

/** What came of an installation; a problem is for the user. */
export type Installed = 'installed' | 'cancelled' | { readonly problem: string };

const PYTHONS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];

/** Installs it, with progress that can be cancelled; what installers print goes to `output`. */
export async function installServer(
  context: vscode.ExtensionContext,
  output: vscode.LogOutputChannel,
): Promise<Installed> {
  const wheel = await wheelOf(context);
  if (!wheel) {
    return { problem: NO_WHEEL };
  }
  const maker = await findMaker();
  if (!maker) {
    return { problem: NO_PYTHON };
  }
  const storage = context.globalStorageUri.fsPath;
  const folder = await environmentFor(wheel, storage);
  await mkdir(storage, { recursive: true });
  await setAside(folder);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'planlsp: installing the server',
    cancellable: true,
  };
  const made = await vscode.window.withProgress(options, async (progress, token): Promise<Installed> => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    for (const step of stepsFor(maker, folder, wheel)) {
      progress.report({ message: step.title });
      output.info([step.program, ...step.args].join(' '));
      const ended = await run(step.program, step.args, storage, stop.signal, (line) => {
        output.info(line);
        progress.report({ message: shortened(line) });
      });
      if (ended.cancelled) {
        return 'cancelled';
      }
      if (ended.status !== 0 && !step.optional) {
        return { problem: `The server could not be installed: ${reasonOf(ended.printed)}` };
      }
    }
    return 'installed';
  });
  await (made === 'installed' ? complete(folder, storage) : bringBack(folder));
  return made;
}

/** The wheel that the extension brings along. */
export function wheelOf(context: vscode.ExtensionContext): Promise<string | undefined> {
  return bundledWheel(path.join(context.extensionPath, 'server'));
}

async function findMaker(): Promise<Maker | undefined> {
  const around = await surroundings(undefined);
  const pythons = [...around.interpreters, ...PYTHONS].flatMap((name) => onPath(name, around));
  for (const python of pythons) {
    if ((await isProgram(python)) && (await canMakeEnvironment(python))) {
      return { python };
    }
  }
  const inFolders = toolFolders(around).map((folder) => path.join(folder, 'uv'));
  for (const uv of [...onPath('uv', around), ...inFolders]) {
    if (await isProgram(uv)) {
      return { uv };
    }
  }
  return undefined;
}

function shortened(line: string): string {
  const text = line.trim();
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
