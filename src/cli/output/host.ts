import type { Observable } from 'rxjs';
import type { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/** The parts of a process that a command uses. A spec can provide its own. */
export interface Host {
  /** The command-line arguments, without `node` and the script. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** On a terminal, `columns` and `rows` are set, and stdout emits `resize` when they change. */
  readonly stdout: Writable & {
    readonly isTTY?: boolean;
    readonly columns?: number;
    readonly rows?: number;
  };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Emits when the command must end: after a signal, or when the reader of stdout is gone. */
  readonly stop$: Observable<unknown>;
  /** Absent if there is no terminal to restore, as in most specs. */
  readonly terminal?: Terminal;
  /** Streams other than stdout and stderr that the process waits for at its end. */
  readonly written?: Writable[];
  /**
   * Each function returns a promise that resolves when its waiting lines are written. At its end, the process waits for
   * these promises first, and then for the streams.
   */
  readonly pending?: (() => Promise<unknown>)[];
  /** Functions that hide the credentials of the connections that the command has opened. */
  readonly redactors?: ((text: string) => string)[];
}
