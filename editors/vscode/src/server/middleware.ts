// Where the editor shows what the server says otherwise than the client library would.

import * as vscode from 'vscode';
import type { Middleware, vsdiag } from 'vscode-languageclient/node';
import type { PddlExtension } from '../neighbours/pddl_extension.ts';
import { withPage } from '../pages/pages.ts';

const REVIEW_SCHEME = 'planlsp-review';

export function middleware(neighbour: PddlExtension): Middleware {
  /** What is shown of findings in a file, their codes leading to pages that can be shown. */
  const shown = (uri: vscode.Uri, found: vscode.Diagnostic[]) => {
    const language = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString())?.languageId;
    return found.filter((diagnostic) => neighbour.isShown(language, diagnostic)).map(withPage);
  };
  const treat = (uri: vscode.Uri, report: vsdiag.DocumentDiagnosticReport | null | undefined) => {
    if (report?.kind === 'full') {
      report.items = shown(uri, report.items);
    }
  };
  return {
    handleDiagnostics: (uri, diagnostics, next) => next(uri, shown(uri, diagnostics)),
    provideDiagnostics: async (document, previousResultId, token, next) => {
      const report = await next(document, previousResultId, token);
      treat('uri' in document ? document.uri : document, report);
      for (const [uri, related] of Object.entries(report?.relatedDocuments ?? {})) {
        treat(vscode.Uri.parse(uri), related);
      }
      return report;
    },
    provideWorkspaceDiagnostics: (resultIds, token, resultReporter, next) =>
      next(resultIds, token, (chunk) => {
        for (const report of chunk?.items ?? []) {
          treat(report.uri, report);
        }
        resultReporter(chunk);
      }),
    window: {
      // Reviews in Markdown, which other extensions may ask for, are shown as a reader sees them.
      showDocument: async (asked, token, next) => {
        const uri = vscode.Uri.parse(asked.uri);
        if (uri.scheme !== REVIEW_SCHEME) {
          return next(asked, token);
        }
        await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
        return { success: true };
      },
    },
  };
}
