// The environment that this extension makes for the server, in the folder that VS Code gives it.
//
// It has its wheel with it, so that the server is the one that belongs to the extension, whatever a
// package index calls by its name; what the server needs comes from the user's package index.
// An environment counts once its last file, the mark, is there: a broken installation is none.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';

const MARK = '.whole';
const PREFIX = 'server-';
const OLD = 'old-';
const PLANNER = 'Installing a planner';

/** A command to run, and what it does in words for the user. */
export interface Step {
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Whether the server works without it. */
  readonly optional?: boolean;
}

/** Who makes environments: a Python with venv and pip, or uv. */
export type Maker = { readonly python: string } | { readonly uv: string };

/** The wheel below `folder`; undefined where the extension was packaged without one. */
export async function bundledWheel(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const wheel = names.find((name) => name.endsWith('.whl'));
  return wheel ? path.join(folder, wheel) : undefined;
}

/** The folder below `storage` for the environment with this wheel: another wheel has another one. */
export async function environmentFor(wheel: string, storage: string): Promise<string> {
  const digest = createHash('sha256').update(await readFile(wheel)).digest('hex');
  return path.join(storage, PREFIX + digest.slice(0, 16));
}

/** The interpreter of a whole environment in `folder`; undefined where there is none. */
export function interpreterIn(folder: string, platform = process.platform): string | undefined {
  return existsSync(path.join(folder, MARK)) ? interpreterOf(folder, platform) : undefined;
}

/**
 * The interpreter of any whole environment below `storage`: that of an earlier version serves until
 * the present one is installed.
 */
export async function anyInterpreter(storage: string): Promise<string | undefined> {
  const names = await readdir(storage).catch(() => []);
  const whole = names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => interpreterIn(path.join(storage, name)));
  return whole.find((interpreter) => interpreter !== undefined);
}

/** What has to be run, one after the other, to make the environment in `folder`. */
export function stepsFor(maker: Maker, folder: string, wheel: string, platform = process.platform): Step[] {
  const interpreter = interpreterOf(folder, platform);
  if ('uv' in maker) {
    return [
      {
        title: 'Creating an environment',
        program: maker.uv,
        args: ['venv', '--no-project', '--no-config', '--python', '>=3.11', folder],
      },
      {
        title: 'Installing the server',
        program: maker.uv,
        args: ['pip', 'install', '--python', interpreter, wheel],
      },
      {
        title: PLANNER,
        program: maker.uv,
        args: ['pip', 'install', '--python', interpreter, `${wheel}[planners]`],
        optional: true,
      },
    ];
  }
  const install = ['-I', '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input'];
  return [
    { title: 'Creating an environment', program: maker.python, args: ['-I', '-m', 'venv', folder] },
    { title: 'Installing the server', program: interpreter, args: [...install, wheel] },
    { title: PLANNER, program: interpreter, args: [...install, `${wheel}[planners]`], optional: true },
  ];
}

/** Marks the environment in `folder` as whole, then removes all others below `storage`. */
export async function complete(folder: string, storage: string): Promise<void> {
  await writeFile(path.join(folder, MARK), '');
  for (const name of await readdir(storage)) {
    const other = path.join(storage, name);
    if ((name.startsWith(PREFIX) || name.startsWith(OLD)) && other !== folder) {
      await discard(other);
    }
  }
}

/** Removes an environment. It is renamed first, so that half of one is never taken for a whole. */
export async function discard(folder: string): Promise<void> {
  const name = path.basename(folder);
  const aside = name.startsWith(OLD) ? folder : asideOf(folder);
  // What a running server holds open stays on Windows until the next time.
  const remove = () => rm(aside, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  if (aside !== folder) {
    await remove();
    await rename(folder, aside).catch(() => undefined);
  }
  await remove();
}

/** Puts an environment aside, so that another one can be made in its place. */
export async function setAside(folder: string): Promise<void> {
  await rm(asideOf(folder), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  await rename(folder, asideOf(folder)).catch(() => undefined);
}

/** Removes what was made in `folder`, which is no whole one, and brings back what was put aside. */
export async function bringBack(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  const isWhole = existsSync(path.join(asideOf(folder), MARK));
  await (isWhole ? rename(asideOf(folder), folder).catch(() => undefined) : discard(asideOf(folder)));
}

/**
 * The last line of what an installer printed that says something is wrong, with the first cause that
 * uv gives below it; else its last line.
 */
export function reasonOf(printed: string): string {
  const lines = printed.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '');
  const error = lines.findLastIndex((line) => /^(error|fatal)\b|\berror:/i.test(line));
  const [, cause] = /^(?:cause|caused by): (.*)/i.exec(lines[error + 1] ?? '') ?? [];
  const reason = lines[error] ?? lines.at(-1) ?? 'no output';
  return (error >= 0 && cause ? `${reason}: ${cause}` : reason).slice(0, 300);
}

function asideOf(folder: string): string {
  return path.join(path.dirname(folder), OLD + path.basename(folder));
}

function interpreterOf(folder: string, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? path.win32.join(folder, 'Scripts', 'python.exe')
    : path.posix.join(folder, 'bin', 'python');
}
