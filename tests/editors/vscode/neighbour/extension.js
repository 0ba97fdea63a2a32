// Does what the extension PDDL does that ours must not do again: it formats, and marks predicates
// that are never used. Its name is that of the real one, which no registry that tests may use has.

const vscode = require('vscode');

exports.activate = (context) => {
  const unused = vscode.languages.createDiagnosticCollection('pddl2');
  const mark = (document) => {
    const at = document.getText().indexOf('(requested');
    if (document.languageId !== 'pddl' || at < 0) return;
    const range = new vscode.Range(document.positionAt(at + 1), document.positionAt(at + 10));
    unused.set(document.uri, [
      new vscode.Diagnostic(range, 'Unused predicate (requested)', vscode.DiagnosticSeverity.Hint),
    ]);
  };
  vscode.workspace.textDocuments.forEach(mark);
  context.subscriptions.push(
    unused,
    vscode.workspace.onDidOpenTextDocument(mark),
    vscode.languages.registerDocumentFormattingEditProvider('pddl', {
      provideDocumentFormattingEdits: () => [
        vscode.TextEdit.insert(new vscode.Position(0, 0), '; laid out by the other\n'),
      ],
    }),
  );
};
