// Files that are on no disk, as those of a repository that is looked at in the browser.

const vscode = require('vscode');

const DOMAIN = '(define (domain far)\n  (:predicates (p))\n  (:action go :parameters () :effect (p)))\n';

exports.activate = (context) => {
  const bytes = new TextEncoder().encode(DOMAIN);
  const refuse = (uri) => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const isFile = (uri) => uri.path === '/far/domain.pddl';
  const files = {
    onDidChangeFile: new vscode.EventEmitter().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) => {
      if (!isFile(uri) && uri.path !== '/far') throw vscode.FileSystemError.FileNotFound(uri);
      const type = isFile(uri) ? vscode.FileType.File : vscode.FileType.Directory;
      return { type, ctime: 0, mtime: 0, size: bytes.length };
    },
    readDirectory: () => [['domain.pddl', vscode.FileType.File]],
    readFile: () => bytes,
    writeFile: refuse,
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('elsewhere', files, { isReadonly: true }));
};
