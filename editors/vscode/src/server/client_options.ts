// What the client tells the server, and where it does otherwise than the client library would.

import * as vscode from 'vscode';
import type { LanguageClientOptions, Middleware } from 'vscode-languageclient/node';

/** The languages of the files that the server reads. */
export const LANGUAGES = ['pddl', 'plan'];

/** Options of the client; `middleware` is what features add to it. */
export function clientOptions(output: vscode.LogOutputChannel, middleware: Middleware): LanguageClientOptions {
  return {
    documentSelector: [
      ...LANGUAGES.flatMap((language) => [
        { language, scheme: 'file' },
        { language, scheme: 'untitled' },
      ]),
      // A decision on names is written here first, and counts before it is saved.
      { pattern: '**/*.mapping.json', scheme: 'file' },
    ],
    outputChannel: output,
    synchronize: { configurationSection: 'planlsp' },
    middleware,
  };
}
