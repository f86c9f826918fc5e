import type { Observable } from 'rxjs';
import type { Writable } from 'node:stream';

/** What of a process a command uses: the one it runs in, or a spec's. */
export interface Host {
  /** Without `node` and the script. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Emits when somebody wants the command to end: a signal, or a reader of stdout that has gone. */
  readonly stop$: Observable<unknown>;
}
