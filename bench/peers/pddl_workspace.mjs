// Types into a text and has pddl-workspace parse it anew, as its extension does; prints milliseconds.
// node pddl_workspace.mjs NODE_MODULES FILE OFFSET TYPED

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [modules, file, offset, typed] = process.argv.slice(2);
const load = createRequire(`${modules}/`);
const { PddlLanguage, PddlWorkspace, SimpleDocumentPositionResolver } = load('pddl-workspace');
const { URI } = load('vscode-uri');

const text = readFileSync(file, 'utf8');
const at = Number(offset);
const uri = URI.parse(pathToFileURL(file).href);
const workspace = new PddlWorkspace(1e-3);
const times = [];
// Seconds for each parse of a large text: some are enough.
const deadline = performance.now() + 60_000;
for (let version = 1; version <= 30 && performance.now() < deadline; version++) {
  const now = version % 2 ? text : text.slice(0, at) + typed + text.slice(at);
  const positions = new SimpleDocumentPositionResolver(now);
  const start = performance.now();
  await workspace.upsertAndParseFile(uri, PddlLanguage.PDDL, version, now, positions);
  if (version > 1) {
    times.push(performance.now() - start);
  }
}
times.sort((left, right) => left - right);
const share = (part) => times[Math.min(Math.floor(part * times.length), times.length - 1)].toFixed(1);
console.log(`${share(0.5)} ${share(0.95)}`);
process.exit(0);
