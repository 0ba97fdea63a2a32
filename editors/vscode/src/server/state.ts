// The states that the server can be in, as the status item and the commands see them.

export type ServerState =
  | { readonly kind: 'starting' | 'installing' | 'stopped' }
  | { readonly kind: 'running'; readonly version: string; readonly origin: string }
  /** There is none on this machine. */
  | { readonly kind: 'absent' }
  /** The files are on no disk that a server could read. */
  | { readonly kind: 'virtual' }
  /** There is one, which did not start or ended by itself. */
  | { readonly kind: 'failed'; readonly problem: string };
