// Runs one program to its end, or ends it with all that it started.

import { execFile, spawn, type ChildProcess } from 'node:child_process';

/** How a program ended: with what status, and all that it printed. */
export interface Ended {
  readonly status: number | null;
  readonly printed: string;
  readonly cancelled: boolean;
}

/** How much is kept of what a program prints, in characters. */
const MOST_PRINTED = 1_000_000;

/** Runs `program` in `folder`; `onLine` hears each line. `signal` ends it and what it started. */
export function run(
  program: string,
  args: readonly string[],
  folder: string,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<Ended> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ status: null, printed: '', cancelled: true });
      return;
    }
    const child = spawn(program, [...args], {
      cwd: folder,
      detached: process.platform !== 'win32', // a group of its own, which can be ended as one
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let printed = '';
    let rest = '';
    const hear = (text: string) => {
      printed = (printed + text).slice(-MOST_PRINTED);
      const lines = (rest + text).split(/\r?\n|\r/);
      rest = lines.pop() ?? '';
      lines.filter((line) => line.trim() !== '').forEach(onLine);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    const end = () => endWithAll(child);
    signal.addEventListener('abort', end, { once: true });
    const settle = (status: number | null) => {
      signal.removeEventListener('abort', end);
      resolve({ status, printed, cancelled: signal.aborted });
    };
    child.on('error', (error) => {
      printed += `${error.message}\n`;
      settle(null);
    });
    child.on('close', settle);
  });
}

function endWithAll(child: ChildProcess): void {
  if (child.pid === undefined) {
    return;
  }
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(child.pid), '/T', '/F'], () => undefined);
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // it has ended, or is about to
  }
}
