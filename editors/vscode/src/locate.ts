// Finds the server: the setting, then the PATH, then the selected Python interpreter.

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Executable } from 'vscode-languageclient/node';

/** Where the server was found, or why it was not. */
export type Located = { server: Executable } | { problem: string };

export async function locateServer(): Promise<Located> {
  const configured = vscode.workspace.getConfiguration('planlsp').get<string>('path', '').trim();
  if (configured !== '') {
    const command = await resolveCommand(configured.replace(/^~(?=[\\/]|$)/, homedir()));
    return command
      ? { server: { command } }
      : { problem: `The setting "planlsp.path" names ${configured}, which cannot be run.` };
  }
  const onPath = await resolveCommand('planlsp');
  if (onPath) {
    return { server: { command: onPath } };
  }
  const python = await interpreterWithServer();
  if (python) {
    return { server: { command: python, args: [...ISOLATED, '-m', 'planlsp'] } };
  }
  return {
    problem:
      'The planlsp server was not found. Install it with "pip install planlsp", ' +
      'or set "planlsp.path" to where it is.',
  };
}

// Without -P, "-m" would look for planlsp in the opened folder first, and run what lies there.
const ISOLATED = ['-P'];

/** The file that `command` runs: itself when absolute, else the first of that name on the PATH. */
async function resolveCommand(command: string): Promise<string | undefined> {
  const folders = path.isAbsolute(command)
    ? ['']
    : (process.env['PATH'] ?? '').split(path.delimiter).filter(path.isAbsolute);
  const endings = process.platform === 'win32' ? ['.exe', ''] : [''];
  for (const folder of folders) {
    for (const ending of endings) {
      const candidate = path.join(folder, command + ending);
      if (await isExecutable(candidate)) {
        return candidate;
      }
    }
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function interpreterWithServer(): Promise<string | undefined> {
  for (const python of await interpreters()) {
    const command = await resolveCommand(python);
    if (command && (await hasServer(command))) {
      return command;
    }
  }
  return undefined;
}

/** Interpreters to try, the selected one first. A workspace's own needs the user's trust. */
async function interpreters(): Promise<string[]> {
  const fallback = ['python3', 'python'];
  if (!vscode.workspace.isTrusted) {
    return fallback;
  }
  const configured = vscode.workspace
    .getConfiguration('python')
    .get<string>('defaultInterpreterPath');
  return [await selectedInterpreter(), configured, ...fallback].filter(
    (python): python is string => python !== undefined && python !== '',
  );
}

/** The part used here of what the Python extension offers to others. */
interface PythonExtension {
  environments: {
    getActiveEnvironmentPath(): { path: string };
    resolveEnvironment(
      environment: { path: string },
    ): Promise<{ executable: { uri: vscode.Uri | undefined } } | undefined>;
  };
}

async function selectedInterpreter(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>('ms-python.python');
  if (!extension) {
    return undefined;
  }
  try {
    const { environments } = await extension.activate();
    const environment = await environments.resolveEnvironment(
      environments.getActiveEnvironmentPath(),
    );
    return environment?.executable.uri?.fsPath;
  } catch {
    return undefined; // Their extension is broken or too old: the next candidate may do.
  }
}

function hasServer(python: string): Promise<boolean> {
  const question = 'import importlib.util as u, sys; sys.exit(u.find_spec("planlsp.cli") is None)';
  return new Promise((resolve) => {
    execFile(python, [...ISOLATED, '-c', question], { timeout: 10_000 }, (error) =>
      resolve(error === null),
    );
  });
}
