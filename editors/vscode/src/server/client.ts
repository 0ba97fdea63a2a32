// The client of one server, which keeps silent about what fails once that server is to end.

import { LanguageClient } from 'vscode-languageclient/node';

export class Client extends LanguageClient {
  #isToEnd = false;

  /**
   * What is on its way now, such as a changed setting or a request for lenses, may come too late for
   * a server that is about to be ended or replaced: that goes to the output, and no user is told.
   */
  expectEnd(): void {
    this.#isToEnd = true;
  }

  override error(message: string, data?: unknown, showNotification?: boolean | 'force'): void {
    super.error(message, data, this.#isToEnd ? false : showNotification);
  }
}
