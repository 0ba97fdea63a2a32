// Programs on disk and what they answer. Nothing here reads the opened folder.

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import * as path from 'node:path';

/** How long an interpreter may take to say what it has, in milliseconds. */
const PATIENCE = 10_000;

/** Without this, Python would look for modules in the opened folder first, and run what lies there. */
export const ISOLATED = ['-P'];

/** Whether `file` can be run. */
export async function isProgram(file: string): Promise<boolean> {
  if (!path.isAbsolute(file)) {
    return false;
  }
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Whether an interpreter has the module of the server. Python before 3.11 knows no `-P`: it has not. */
export async function hasServer(interpreter: string): Promise<boolean> {
  const question = 'import importlib.util as u; print(u.find_spec("planlsp.cli") is not None)';
  return (await answerOf(interpreter, [...ISOLATED, '-c', question])) === 'True';
}

/** Whether an interpreter can make the environment that the server needs: Python 3.11 with pip. */
export async function canMakeEnvironment(interpreter: string): Promise<boolean> {
  const question = 'import sys, venv, ensurepip; print(sys.version_info >= (3, 11))';
  return (await answerOf(interpreter, ['-I', '-c', question])) === 'True';
}

/** What a program prints on standard output; undefined where it fails or takes too long. */
export function answerOf(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: PATIENCE, cwd: path.dirname(program) }, (error, answer) =>
      resolve(error ? undefined : answer.trim()),
    );
  });
}
