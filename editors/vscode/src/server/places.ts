// Where a server may have been installed, in the order in which it is looked for. Knows no VS Code:
// what is known of the machine goes in, places come out.

import * as posix from 'node:path/posix';
import * as windows from 'node:path/win32';

/** What is known of the machine and the user's choices. */
export interface Surroundings {
  /** The setting `planlsp.path`; empty where nothing is set. */
  readonly setting: string;
  /** Interpreters that the user selected for the workspace; none where it is not trusted. */
  readonly interpreters: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The interpreter of the environment that this extension made, if there is one. */
  readonly ownInterpreter: string | undefined;
}

/**
 * Where to look. A `command` is the program `planlsp` itself; an `interpreter` is a Python that may
 * have the module. `origin` says to people where that is.
 */
export type Place =
  | { readonly command: string; readonly origin: string }
  | { readonly interpreter: string; readonly origin: string };

/** The origin of the server that this extension has installed. */
export const OWN = 'the environment of this extension';

/** All places, the first that holds a server wins. A setting is the user's word: nothing else counts. */
export function placesOf(around: Surroundings): Place[] {
  const setting = around.setting.trim();
  if (setting !== '') {
    return [{ command: expandHome(setting, around.home), origin: 'the setting planlsp.path' }];
  }
  const own = around.ownInterpreter;
  return [
    ...around.interpreters.map((interpreter) => ({
      interpreter,
      origin: 'the selected Python environment',
    })),
    ...commandsIn(pathFolders(around), 'the PATH', around.platform),
    ...commandsIn(toolFolders(around), 'pipx or uv tool', around.platform),
    ...['python3', 'python']
      .flatMap((name) => programsIn(pathFolders(around), name, around.platform))
      .map((interpreter) => ({ interpreter, origin: 'Python on the PATH' })),
    ...(own ? [{ interpreter: own, origin: OWN }] : []),
  ];
}

/** `command` itself when absolute, else each file that it may name in the folders of the PATH. */
export function onPath(command: string, around: Surroundings): string[] {
  return pathOf(around.platform).isAbsolute(command)
    ? programsNamed(command, around.platform)
    : programsIn(pathFolders(around), command, around.platform);
}

/** The folders of the PATH. Relative ones are left out: they would begin in the opened folder. */
export function pathFolders({ environment, platform }: Surroundings): string[] {
  const path = pathOf(platform);
  const stated = environment['PATH'] ?? environment['Path'] ?? '';
  return stated.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

/**
 * Folders in which pipx and uv put the programs that they install, and those of the environments
 * behind them. An editor that was started from a dock or a menu does not have them on its PATH.
 */
export function toolFolders({ environment, home, platform }: Surroundings): string[] {
  const path = pathOf(platform);
  const inHome = (...parts: string[]) => path.join(home, ...parts);
  const programs = platform === 'win32' ? 'Scripts' : 'bin';
  const data = environment['XDG_DATA_HOME'] || inHome('.local', 'share');
  const roaming = environment['APPDATA'] || inHome('AppData', 'Roaming');
  const local = environment['LOCALAPPDATA'] || inHome('AppData', 'Local');
  const uvTools = platform === 'win32' ? path.join(roaming, 'uv', 'data', 'tools') : path.join(data, 'uv', 'tools');
  const pipxHomes = [
    environment['PIPX_HOME'],
    ...(platform === 'win32' ? [path.join(local, 'pipx', 'pipx'), inHome('pipx')] : []),
    ...(platform === 'darwin' ? [inHome('Library', 'Application Support', 'pipx')] : []),
    path.join(data, 'pipx'),
    inHome('.local', 'pipx'),
  ];
  const folders = [
    environment['UV_TOOL_BIN_DIR'],
    environment['PIPX_BIN_DIR'],
    environment['XDG_BIN_HOME'],
    inHome('.local', 'bin'),
    path.join(environment['UV_TOOL_DIR'] || uvTools, 'planlsp', programs),
    ...pipxHomes.flatMap((root) => (root ? [path.join(root, 'venvs', 'planlsp', programs)] : [])),
    ...(platform === 'darwin' ? ['/opt/homebrew/bin', '/usr/local/bin'] : []),
  ];
  const absolute = folders.filter((folder): folder is string => !!folder && path.isAbsolute(folder));
  return [...new Set(absolute)];
}

/** `~/x` as a path; anything else as it is. */
export function expandHome(path: string, home: string): string {
  return path.replace(/^~(?=[\\/]|$)/, () => home);
}

function commandsIn(folders: readonly string[], origin: string, platform: NodeJS.Platform): Place[] {
  return programsIn(folders, 'planlsp', platform).map((command) => ({ command, origin }));
}

function programsIn(folders: readonly string[], name: string, platform: NodeJS.Platform): string[] {
  const path = pathOf(platform);
  return folders.flatMap((folder) => programsNamed(path.join(folder, name), platform));
}

// No .cmd and .bat: they need a shell, which reads its arguments in its own way.
function programsNamed(file: string, platform: NodeJS.Platform): string[] {
  return platform === 'win32' && !file.toLowerCase().endsWith('.exe') ? [`${file}.exe`, file] : [file];
}

function pathOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? windows : posix;
}
