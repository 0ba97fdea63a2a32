// Loaded by VS Code into the extension host: looks at the example through the API, writes a report.

const fs = require('node:fs');
const vscode = require('vscode');

const FIXED = 'missing-precondition';
const SEVERITIES = ['error', 'warning', 'information', 'hint'];

exports.run = async () => {
  const folder = vscode.workspace.workspaceFolders[0].uri;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, 'learned.pddl'));
  await vscode.window.showTextDocument(document);
  const uri = document.uri;

  await waitFor('reference diagnostics', () => findings(uri).some(({ code }) => code === FIXED));
  const seen = { findings: findings(uri), lines: document.getText().split(/\r?\n/) };
  const hovers = await ask('vscode.executeHoverProvider', uri, positionOf(document, 'available'));
  seen.hover = hovers.flatMap(({ contents }) => contents.map((part) => part.value ?? part)).join('\n');
  const lenses = await ask('vscode.executeCodeLensProvider', uri, 100);
  seen.lenses = lenses.map(({ range, command }) => ({ line: range.start.line, title: command.title }));
  seen.symbols = names(await ask('vscode.executeDocumentSymbolProvider', uri));

  seen.fixed = findings(uri).find(({ code }) => code === FIXED);
  await applyFix(uri, seen.fixed.message);
  await waitFor('the fixed diagnostic to vanish', () =>
    findings(uri).every(({ message }) => difference(message) !== difference(seen.fixed.message)),
  );
  seen.findings_after_fix = findings(uri);
  fs.writeFileSync(`${folder.fsPath}/report.json`, JSON.stringify(seen));
};

// A message without what the difference does to plans: that is told later.
const difference = (message) => message.split('; ')[0];

// VS Code takes a question back when an extension that is still being started answers such ones, too.
async function ask(command, ...args) {
  for (const deadline = Date.now() + 30_000; ; ) {
    try {
      return await vscode.commands.executeCommand(command, ...args);
    } catch (error) {
      if (error.message !== 'Canceled' || Date.now() > deadline) throw error;
    }
  }
}

async function waitFor(what, condition) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${what}`);
}

function findings(uri) {
  return vscode.languages.getDiagnostics(uri).map(({ code, severity, message, range }) => ({
    code: String(code?.value ?? code),
    severity: SEVERITIES[severity],
    message,
    line: range.start.line,
  }));
}

function positionOf(document, word) {
  for (let line = 0; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    const column = text.indexOf(word);
    if (column >= 0 && !text.trimStart().startsWith(';')) return new vscode.Position(line, column);
  }
  throw new Error(`no line holds ${word}`);
}

const names = (symbols) => symbols.flatMap(({ name, children }) => [name, ...names(children ?? [])]);

async function applyFix(uri, message) {
  const target = vscode.languages
    .getDiagnostics(uri)
    .find((found) => difference(found.message) === difference(message));
  const actions = await ask('vscode.executeCodeActionProvider', uri, target.range, 'quickfix', 100);
  const action = actions.find(({ isPreferred }) => isPreferred) ?? actions[0];
  if (!action) throw new Error(`no quick fix for: ${message}`);
  if (action.edit) await vscode.workspace.applyEdit(action.edit);
  if (action.command) await ask(action.command.command, ...(action.command.arguments ?? []));
}
