import type { User } from '../access/user.ts';
import type { RequestTime } from '../time-budget.ts';

/** A request from a socket or from the same process. */
export interface ApiRequest {
  readonly method: string;
  /**
   * The encoded path. The server decodes the path later, segment by segment, because a name can contain an escaped
   * slash.
   */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The headers. The names of the headers are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body of the request before parsing. */
  readonly body: string | Uint8Array;
  /** The error of an earlier attempt to parse the body. */
  readonly unreadable?: Error;
  /**
   * The processing time of the request. The value is absent for an in-process request, because the server answers an
   * in-process request within the call.
   */
  readonly time?: RequestTime;
  /** The host on which the server listens. The value is absent for an in-process request. */
  readonly listensOn?: string;
  /** The user of the request, if the user is known without credentials. */
  readonly user?: User;
}
