import type { Observable } from 'rxjs';

/** One HTTP request to the API server; `path` starts with a slash. */
export interface KubeRequest {
  readonly path: string;
  /** Default `GET`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * While its last value is true, the reader is behind: a transport reads no further from the server, so that what waits
   * stays small. A transport may ignore it; a transport that wraps another hands it on.
   */
  readonly paused$?: Observable<boolean>;
  /**
   * Called with false when the answer has not begun after 5 s, as where a browser has no connection left, and with true
   * when it then begins. A transport may ignore it; a transport that wraps another hands it on.
   */
  readonly onLateAnswer?: (answered: boolean) => void;
}

/** Bytes over HTTP: all that a transport is. Paging, framing, decoding and errors are written once, above it. */
export interface Transport {
  /**
   * Cold: each subscription sends the request; body chunks come as they arrive, then it completes.
   *
   * Errors with a {@link StatusError} for every status but 2xx (a redirect is never followed) and with a
   * {@link ConnectionError} where there was no answer or it broke off. Unsubscribing aborts at any moment, before the
   * headers too, and leaves no socket behind.
   *
   * A chunk may be emptied once the first reader of it has read it, however many subscribers share it: who wraps a
   * transport and keeps, shares or replays its chunks, copies them. One that comes emptied is a {@link ProtocolError}.
   */
  open(request: KubeRequest): Observable<Uint8Array>;
  /**
   * Hides in a text what this transport shows to say who asks: errors quote what came, and that may repeat a request. A
   * transport that wraps another hands this on.
   */
  readonly conceal?: (text: string) => string;
}
