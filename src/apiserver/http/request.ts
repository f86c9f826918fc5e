import type { User } from '../access/user.ts';
import type { RequestTime } from '../time-budget.ts';

/** A request as the server sees it, from a socket or from this process. */
export interface ApiRequest {
  readonly method: string;
  /** Decoded where it is taken apart, not before: a name may hold an escaped slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As it was sent. */
  readonly body: string | Uint8Array;
  /** Why its body cannot be read, where that is known already. */
  readonly unreadable?: Error;
  /** The time that long work for it may take; absent in this process, where the answer comes within the call. */
  readonly time?: RequestTime;
  /** The host that the server listens on; absent in this process. */
  readonly listensOn?: string;
  /** Who asks, where that is known without credentials. */
  readonly user?: User;
}
