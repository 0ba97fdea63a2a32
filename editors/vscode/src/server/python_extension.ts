// The interpreter that the user selected with the Python extension, if that is there.

import * as vscode from 'vscode';

/** The part used here of what the Python extension offers to others. */
interface PythonExtension {
  environments: {
    getActiveEnvironmentPath(): { path: string };
    resolveEnvironment(
      environment: { path: string },
    ): Promise<{ executable: { uri: vscode.Uri | undefined } } | undefined>;
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

export const PYTHON_EXTENSION = 'ms-python.python';

/** The interpreter; undefined where there is no such extension or none is selected. */
export async function selectedInterpreter(): Promise<string | undefined> {
  try {
    const environments = await pythonEnvironments();
    const environment = await environments?.resolveEnvironment(environments.getActiveEnvironmentPath());
    return environment?.executable.uri?.fsPath;
  } catch {
    return undefined; // Their extension is broken or too old: the next place may do.
  }
}

/** Calls `listener` when the user selects another interpreter. */
export async function onInterpreterSelected(listener: () => void): Promise<vscode.Disposable | undefined> {
  try {
    return (await pythonEnvironments())?.onDidChangeActiveEnvironmentPath(listener);
  } catch {
    return undefined;
  }
}

async function pythonEnvironments(): Promise<PythonExtension['environments'] | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>(PYTHON_EXTENSION);
  return (await extension?.activate())?.environments;
}
