import type { Readable } from 'node:stream';
import type { Observable } from 'rxjs';

/** The parts of a process that a command with a full-screen table uses. */
export interface Terminal {
  /** The input from the keyboard. If stdin is a pipe or a file, it has no `setRawMode` and sends no keys. */
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  /** Asks the command to end, as Ctrl-C does. In raw mode, Ctrl-C is only a character. */
  stop(): void;
  /**
   * Registers a function that runs before the process ends for any reason, including a crash. After a crash, the
   * function runs before the error is printed.
   *
   * @returns a function that removes the registration
   */
  beforeEnd(restore: () => void): () => void;
  /** Stops the process and returns the terminal to the shell, as Ctrl-Z does. */
  suspend(): void;
  /** Emits when the shell has continued the process. */
  readonly continued$: Observable<unknown>;
}
