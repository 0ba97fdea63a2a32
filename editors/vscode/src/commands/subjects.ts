// Which files a command is about: those that a menu hands over, else what is shown.

import * as vscode from 'vscode';
import { LANGUAGES } from '../server/client_options.ts';

/** The file of a menu entry, else the active one; tells the user where there is neither. */
export function subjectOf(given: unknown): vscode.Uri | undefined {
  if (isFile(given)) {
    return given;
  }
  if (typeof given === 'string') {
    return vscode.Uri.parse(given);
  }
  // While a review or a page has the focus, the file beside it is meant.
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const beside = visibleTextEditors.find(({ document }) => LANGUAGES.includes(document.languageId));
  const shown = (activeTextEditor ?? beside)?.document.uri;
  if (!shown) {
    void vscode.window.showInformationMessage('Open a domain, problem or plan first.');
  }
  return shown;
}

/** Whether a menu handed over the address of a file: the tab of a webview has an address, too. */
export function isFile(given: unknown): given is vscode.Uri {
  return given instanceof vscode.Uri && given.scheme !== 'webview-panel';
}

/** The two files that are selected in the explorer; tells the user where there are not two. */
export function pairOf(selected: unknown): [vscode.Uri, vscode.Uri] | undefined {
  const files = Array.isArray(selected) ? selected.filter((each) => each instanceof vscode.Uri) : [];
  const [first, second] = files;
  if (files.length !== 2 || !first || !second) {
    void vscode.window.showInformationMessage('Select two domains, two problems or two plans in the explorer.');
    return undefined;
  }
  return [first, second];
}
