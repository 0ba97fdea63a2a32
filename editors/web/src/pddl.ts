// Colours before the server is there: brackets, keywords, variables, numbers and comments.

import { StreamLanguage } from '@codemirror/language';

const WORDS = /^(?:define|domain|problem|and|or|not|imply|forall|exists|when|either|increase|decrease|assign|at\s+(?:start|end)|over\s+all)(?=[\s()])/i;

/** Domains, problems and plans. */
export const pddl = StreamLanguage.define<{ opened: boolean }>({
  name: 'pddl',
  startState: () => ({ opened: false }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    const wasOpened = state.opened;
    state.opened = false;
    if (stream.match(/^;.*/)) return 'comment';
    if (stream.match(/^\(/)) {
      state.opened = true;
      return 'bracket';
    }
    if (stream.match(/^\)/)) return 'bracket';
    if (wasOpened && stream.match(WORDS)) return 'keyword';
    if (stream.match(/^:[\w-]+/)) return 'keyword';
    if (stream.match(/^\?[\w-]+/)) return 'variableName';
    if (stream.match(/^-?\d+(?:\.\d+)?(?=[\s():\]]|$)/)) return 'number';
    stream.match(/^[^\s();]+/) ?? stream.next();
    return wasOpened ? 'propertyName' : null;
  },
  languageData: { wordChars: '-_@', commentTokens: { line: ';' }, closeBrackets: { brackets: ['('] } },
});
