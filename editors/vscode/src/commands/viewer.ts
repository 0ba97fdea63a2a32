// How the viewer is run that was installed with the server. Knows no VS Code.

import * as path from 'node:path';

export interface Program {
  readonly program: string;
  readonly args: string[];
}

/**
 * `server` is the command `planlsp`, or a Python with arguments that run its module; the viewer is
 * beside it, or a module of that Python. Exit status 1 means "different", which is no failure here,
 * and what is saved in an editor is to be seen.
 */
export function viewerCommand(
  server: string,
  serverArgs: readonly string[],
  learned: string,
  reference: string,
): Program {
  const files = ['--exit-zero', '--watch', learned, reference];
  const module = serverArgs.indexOf('-m');
  if (module >= 0) {
    return { program: server, args: [...serverArgs.slice(0, module), '-m', 'plandiff', ...files] };
  }
  const file = path.basename(server).replace(/^planlsp/i, 'plandiff');
  return { program: path.join(path.dirname(server), file), args: files };
}

/**
 * What a terminal says of its colours, "foreground;background" in numbers of its palette: the viewer
 * takes a light theme on a light background, unless the user has chosen one.
 */
export function colourVariables(isDark: boolean): Record<string, string> {
  return { COLORFGBG: isDark ? '15;0' : '0;15' };
}
