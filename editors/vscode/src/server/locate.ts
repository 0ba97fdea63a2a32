// Finds the server; `places` says where and in which order, README.md says the same to people.

import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { Executable } from 'vscode-languageclient/node';
import { onPath, placesOf, type Place, type Surroundings } from './places.ts';
import { hasServer, ISOLATED, isProgram } from './programs.ts';
import { selectedInterpreter } from './python_extension.ts';

/** Where the server was found; or that a setting names none; or that there is none. */
export type Located =
  | { readonly server: Executable; readonly origin: string }
  | { readonly unusable: string }
  | { readonly absent: true };

/** Looks in each place. `ownInterpreter` is that of the environment made by this extension. */
export async function locateServer(ownInterpreter: string | undefined): Promise<Located> {
  const around = await surroundings(ownInterpreter);
  for (const place of placesOf(around)) {
    const server = await serverAt(place, around);
    if (server) {
      return { server, origin: place.origin };
    }
  }
  const setting = around.setting.trim();
  return setting === '' ? { absent: true } : { unusable: setting };
}

/** What is known of this machine. A workspace's own interpreter needs the user's trust. */
export async function surroundings(ownInterpreter: string | undefined): Promise<Surroundings> {
  return {
    setting: vscode.workspace.getConfiguration('planlsp').get<string>('path', ''),
    interpreters: vscode.workspace.isTrusted ? await selectedInterpreters() : [],
    environment: process.env,
    home: homedir(),
    platform: process.platform,
    ownInterpreter,
  };
}

async function selectedInterpreters(): Promise<string[]> {
  const configured = vscode.workspace.getConfiguration('python').get<string>('defaultInterpreterPath');
  const selected = [await selectedInterpreter(), configured];
  return [...new Set(selected.filter((python): python is string => !!python))];
}

async function serverAt(place: Place, around: Surroundings): Promise<Executable | undefined> {
  const named = 'command' in place ? place.command : place.interpreter;
  for (const program of onPath(named, around)) {
    if (await isProgram(program)) {
      if ('command' in place) {
        return { command: program };
      }
      if (await hasServer(program)) {
        return { command: program, args: [...ISOLATED, '-m', 'planlsp'] };
      }
    }
  }
  return undefined;
}
