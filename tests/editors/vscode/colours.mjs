// What the grammars of the extension colour, by the engine of VS Code itself: colours.mjs GRAMMARS PLACES
// ANSWERS reads, for each file, places of words, and writes the innermost scope of each.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [grammars, places, answers] = process.argv.slice(2);
const require = createRequire(
  path.join(process.env.PLAYWRIGHT_MODULES, 'node_modules/code-server/lib/vscode/package.json'),
);
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');
await oniguruma.loadWASM(readFileSync(path.join(path.dirname(require.resolve('vscode-oniguruma')), 'onig.wasm')));
const registry = new textmate.Registry({
  onigLib: Promise.resolve(oniguruma),
  loadGrammar: (scope) => {
    const file = path.join(grammars, `${scope.replace('source.', '')}.tmLanguage.json`);
    return Promise.resolve(textmate.parseRawGrammar(readFileSync(file, 'utf8'), file));
  },
});

const seen = {};
for (const [file, words] of Object.entries(JSON.parse(readFileSync(places, 'utf8')))) {
  const grammar = await registry.loadGrammar(/\.[hp]+ddl$/.test(file) ? 'source.pddl' : 'source.plan');
  const lines = tokenized(grammar, readFileSync(file, 'utf8'));
  seen[file] = words.map(([line, column]) => {
    const at = lines[line - 1].find(({ startIndex, endIndex }) => startIndex <= column && column < endIndex);
    const innermost = at.scopes.at(-1);
    return innermost.startsWith('source.') ? '' : innermost;
  });
}
writeFileSync(answers, JSON.stringify(seen));

function tokenized(grammar, text) {
  let state = textmate.INITIAL;
  return text.split('\n').map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens;
  });
}
