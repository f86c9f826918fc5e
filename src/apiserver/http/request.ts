import type { User } from '../access/user.ts';
import type { RequestTime } from '../time-budget.ts';

/** A request from a socket or from this process. */
export interface ApiRequest {
  readonly method: string;
  /** Decoded later, segment by segment, because a name may contain an escaped slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it was sent. */
  readonly body: string | Uint8Array;
  /** The error of an early attempt to parse the body. */
  readonly unreadable?: Error;
  /** The time for long work on the request; absent in process, where the server answers within the call. */
  readonly time?: RequestTime;
  /** The host on which the server listens; absent in process. */
  readonly listensOn?: string;
  /** The user, if it is known without credentials. */
  readonly user?: User;
}
