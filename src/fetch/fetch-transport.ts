import {
  catchError,
  defer,
  finalize,
  from,
  map,
  mergeMap,
  type Observable,
  of,
  Subject,
  tap,
  throwError,
} from 'rxjs';
import { StatusError } from '../objects/index.ts';
import {
  brokenOffError,
  createCredentialRedactor,
  exceptWebPages,
  isSuccessStatus,
  credentialsError,
  hasCredentials,
  headersWithin,
  reportLateAnswer,
  reportWarnings,
  type KubeRequest,
  noAnswerError,
  redirectText,
  throwErrorResponse,
  credentialsInHeaders,
  requestTarget,
  type Transport,
  withoutTrailingSlashes,
} from '../source/index.ts';
import { bodyChunks, limitContentCodings } from './body-chunks.ts';
import {
  checkFetchOptions,
  checkRoute,
  type FetchLike,
  type FetchTransportOptions,
  requestHeaders,
} from './fetch-options.ts';

/**
 * Creates a transport that uses `fetch`. The transport requests JSON without indentation, because a server would send indented JSON
 * to a browser.
 *
 * A browser hides the status code of a redirect. So in a browser every redirect is a {@link StatusError} with
 * code 300. A browser also hides the header `Retry-After` if the server has another origin than the page. The
 * transport then reads the delay from the Status in the body.
 *
 * On Node prefer `kubeConfigTransport`. Node's `fetch` copies each byte, and ends a response that sends no
 * data for 300 s. The watch of a reflector gets bookmarks more often. Node's `fetch` keeps a connection open
 * for about 4 s after its last response, and up to 10 s if the connection was aborted before it was open. For
 * a private CA set `NODE_EXTRA_CA_CERTS`. For the proxy of `HTTPS_PROXY` set `NODE_USE_ENV_PROXY=1` (Node
 * 24).
 *
 * @throws OptionsError for a server that is not an address or contains a password, and for headers that HTTP does not allow
 *
 * @example
 * ```ts
 * const transport = fetchTransport({ server: 'https://kube.example.com', token: () => session.idToken });
 * ```
 */
export function fetchTransport(options: FetchTransportOptions): Transport {
  checkFetchOptions(options);
  const server = withoutTrailingSlashes(options.server);
  const name = /^https?:/.test(server) ? server : "the page's own origin";
  const fetch: FetchLike =
    options.fetch ?? ((url, init) => globalThis.fetch(url, { ...init, ...limitContentCodings() }));

  const redactor = createCredentialRedactor();

  return {
    redact: redactor.redact,
    open: (request) =>
      defer(() => {
        const { method = 'GET', body } = request;
        const url = server + requestTarget(request, method === 'GET' ? { pretty: 'false' } : {});
        const controller = new AbortController();
        let stopRedacting = (): void => undefined;
        const answered = new Subject<void>();
        const send = (headers: Headers): Observable<Response> =>
          defer(() =>
            fetch(url, {
              method,
              headers,
              redirect: 'manual',
              signal: controller.signal,
              ...(body !== undefined && { body }),
            }),
          ).pipe(
            headersWithin(options, request, name),
            tap(() => answered.next()),
            catchError((error: unknown) => throwError(() => noAnswerError(name, error))),
          );

        return tokenOf(options).pipe(
          map((token) => requestHeaders(options.headers, request.headers, token)),
          tap((headers) => {
            if (hasCredentials(headers.keys())) checkRoute(url, options);
            stopRedacting = redactor.remember(credentialsInHeaders(headers));
          }),
          mergeMap((headers) =>
            send(headers).pipe(
              tap((response) => reportWarnings(request, response.headers.get('warning'))),
              mergeMap((response) =>
                isSuccessStatus(method, response.status)
                  ? chunksOf(response, name, request)
                  : errorResponseOf(response, request, headers),
              ),
            ),
          ),
          // The time limit includes the whole request, because the credentials can also be late.
          reportLateAnswer(request, answered),
          finalize(() => {
            controller.abort();
            stopRedacting();
          }),
        );
      }),
  };
}

/** Emits the token, synchronously unless `token` returns a promise. */
const tokenOf = ({ token }: FetchTransportOptions): Observable<string | undefined> =>
  defer(() => {
    const given = token?.();
    // In JavaScript a missing token can be `null`, for example from `localStorage.getItem`.
    return isPromise(given) ? from(given) : of(given ?? undefined);
  }).pipe(catchError((error: unknown) => throwError(() => credentialsError(error))));

const isPromise = (given: unknown): given is Promise<string | undefined> =>
  typeof (given as { then?: unknown } | null | undefined)?.then === 'function';

const chunksOf = (response: Response, server: string, request: KubeRequest): Observable<Uint8Array> =>
  bodyChunks(response, request.paused$).pipe(
    exceptWebPages(response.headers.get('content-type'), request),
    catchError((error: unknown) => throwError(() => brokenOffError(server, error))),
  );

function errorResponseOf(response: Response, request: KubeRequest, sent: Headers): Observable<never> {
  if (response.type === 'opaqueredirect') {
    return throwError(() => new StatusError({ code: anyRedirect, ...redirectText('3xx', request) }));
  }
  const { status: code, headers } = response;
  return throwErrorResponse({
    code,
    retryAfter: headers.get('retry-after'),
    body$: bodyChunks(response),
    request,
    secret: credentialsInHeaders(sent),
  });
}

/**
 * The code for a redirect in a browser, which hides the real code. 300 is the generic code of redirects (RFC
 * 9110 §15).
 */
const anyRedirect = 300;
