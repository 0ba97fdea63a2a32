// `node python.mjs SCRIPT …` runs a script with the Python that is here. Windows has no `python3`, or one
// that only leads to a shop.
import { spawnSync } from 'node:child_process';

const NAMES = ['python3', 'python', 'py'];
const IS_NEW = 'import sys; sys.exit(sys.version_info < (3, 11))';

const python = NAMES.find((name) => spawnSync(name, ['-c', IS_NEW]).status === 0);
if (python === undefined) {
  console.error(`Python 3.11 or newer is needed: none of ${NAMES.join(', ')} on the PATH is that`);
  process.exit(1);
}
process.exit(spawnSync(python, process.argv.slice(2), { stdio: 'inherit' }).status ?? 1);
