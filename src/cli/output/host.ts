import type { Observable } from 'rxjs';
import type { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/** What of a process a command uses: the one it runs in, or a spec's. */
export interface Host {
  /** Without `node` and the script. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `columns` and `rows` are there on a terminal, which emits `resize` when they change. */
  readonly stdout: Writable & {
    readonly isTTY?: boolean;
    readonly columns?: number;
    readonly rows?: number;
  };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Emits when somebody wants the command to end: a signal, or a reader of stdout that has gone. */
  readonly stop$: Observable<unknown>;
  /** Absent where there is no process that a terminal could be left behind by, as in most specs. */
  readonly terminal?: Terminal;
  /** Streams beside stdout and stderr that the process waits for at its end. */
  readonly written?: Writable[];
  /** Lines that wait to be written: the process waits at its end until these resolve, then for the streams. */
  readonly pending?: (() => Promise<unknown>)[];
  /** What hides the credentials of the connections that the command has opened. */
  readonly redactors?: ((text: string) => string)[];
}
