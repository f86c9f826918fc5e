import type { Observable } from 'rxjs';
import type { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/** The parts of a process that a command uses. A test can pass a different host to the command. */
export interface Host {
  /** The command-line arguments, without `node` and the script. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * The standard output. On a terminal, `columns` and `rows` are set, and the stream emits `resize` when they change.
   */
  readonly stdout: Writable & {
    readonly isTTY?: boolean;
    readonly columns?: number;
    readonly rows?: number;
  };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Emits when the command must end: after a signal, or when the reader of stdout has closed the pipe. */
  readonly stop$: Observable<unknown>;
  /** The terminal to restore. Absent if there is no terminal, as in most tests. */
  readonly terminal?: Terminal;
  /** Streams other than stdout and stderr. The process writes the data of these streams before it ends. */
  readonly written?: Writable[];
  /**
   * Functions to call at the end of the process. Each function returns a promise that resolves when all
   * waiting lines are written. The process waits for these promises first, and then for the streams.
   */
  readonly pending?: (() => Promise<unknown>)[];
  /** Functions that hide the credentials of the connections that the command has opened. */
  readonly redactors?: ((text: string) => string)[];
}
