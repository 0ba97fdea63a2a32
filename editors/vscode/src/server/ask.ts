// Commands of the server, with what it refuses told to the user.

import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** Whoever has the client of a server, while there is one. */
export interface HasClient {
  readonly client: BaseLanguageClient | undefined;
}

/**
 * Runs a command of the server. Undefined where it was refused or there is no server; the user is
 * told why, unless it is done `quietly`. `token` gives it up.
 */
export async function ask<Answer>(
  session: HasClient,
  command: string,
  args: unknown[],
  quietly = false,
  token?: vscode.CancellationToken,
): Promise<Answer | undefined> {
  const tell = (reason: string) =>
    quietly || token?.isCancellationRequested || void vscode.window.showWarningMessage(reason);
  const client = session.client;
  if (!client) {
    tell('The planlsp server is not running.');
    return undefined;
  }
  const params = {
    command,
    arguments: args.map((each) =>
      each instanceof vscode.Uri ? client.code2ProtocolConverter.asUri(each) : each,
    ),
  };
  try {
    // Without a token the argument must not be there: it would be sent.
    const giving = token ? [token] : [];
    return await client.sendRequest<Answer>('workspace/executeCommand', params, ...giving);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    tell(reason.replace(/^Invalid Params: /, ''));
    return undefined;
  }
}
