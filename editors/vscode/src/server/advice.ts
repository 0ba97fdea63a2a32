// What is said when there is no server. README.md says the same; a test compares them.

/** How the server is installed by hand. */
export const BY_HAND = '`pipx install .` or `uv tool install .` in a checkout of planlsp, or `pip install .` in any environment';

export const ABSENT =
  'planlsp found no server in the selected Python environment, on the PATH, or among the programs ' +
  'of pipx and uv. It can install one into an environment of its own. This takes a minute and ' +
  'changes nothing else.';

export const NO_PYTHON =
  'planlsp cannot install its server: it needs Python 3.11 or newer with venv and pip ' +
  '(on Debian and Ubuntu the package python3-venv), or uv. Install one of them and try again.';

export const NO_WHEEL = `This build of the extension does not include a server. Install one manually: ${BY_HAND}.`;

/** Of a server that is there already: one that were installed would not be asked. */
export function alreadyThere(version: string, origin: string): string {
  return `Nothing was installed: planlsp server ${version} is already running, from ${origin}.`;
}

/** Of a setting that names no program. */
export function unusable(setting: string): string {
  return `The setting "planlsp.path" is ${setting}, which cannot be run.`;
}

/** VS Code shows the beginning alone until somebody opens it. */
export const NO_MACHINE =
  'Here planlsp offers colours and snippets only. The rest needs the server on the machine that has ' +
  'the files: open the folder in VS Code on the desktop, over SSH or in a container.';
