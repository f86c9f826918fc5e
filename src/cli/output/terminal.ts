import type { Readable } from 'node:stream';
import type { Observable } from 'rxjs';

/** What of a process a command uses that takes the whole terminal. */
export interface Terminal {
  /** A pipe or a file has no `setRawMode`: no keys come from there. */
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  /** Asks the command to end: what Ctrl-C does, which is but a character while the terminal is raw. */
  stop(): void;
  /**
   * Has something done before the process ends, in whatever way, a crash included, and before the crash is told.
   *
   * @returns what takes it back
   */
  beforeEnd(restore: () => void): () => void;
  /** Lets the shell have the terminal: what Ctrl-Z does. */
  suspend(): void;
  /** Emits when the shell has given it back. */
  readonly continued$: Observable<unknown>;
}
