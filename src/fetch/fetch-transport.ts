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
 * A transport on `fetch`. Asks for JSON without indentation, which browsers are sent otherwise.
 *
 * A browser does not show the status of a redirect: that is a {@link StatusError} with code 300, which stands for all of
 * them. Nor does it show the header `Retry-After` of another origin; there the Status in the body has to say it.
 *
 * On Node prefer `kubeConfigTransport`: Node's `fetch` copies each byte, and ends an answer that is silent for 300 s (a
 * reflector asks for bookmarks, so its watches are not). It keeps a connection for about 4 s after its last answer, and one
 * that was still being made when it was aborted for up to 10 s. It trusts a private CA by `NODE_EXTRA_CA_CERTS`, and takes
 * the proxy of `HTTPS_PROXY` where `NODE_USE_ENV_PROXY=1` (Node 24).
 *
 * @throws OptionsError for a server that is no address or holds a password, and for headers that HTTP does not allow
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
        let forget = (): void => undefined;
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
            forget = redactor.remember(credentialsInHeaders(headers));
          }),
          mergeMap((headers) =>
            send(headers).pipe(
              mergeMap((response) =>
                isSuccessStatus(method, response.status)
                  ? chunksOf(response, name, request)
                  : refusalOf(response, request, headers),
              ),
            ),
          ),
          // The credentials may be what does not come.
          reportLateAnswer(request, answered),
          finalize(() => {
            controller.abort();
            forget();
          }),
        );
      }),
  };
}

/** At once when it is there, so that whoever needs no promise gets none. */
const tokenOf = ({ token }: FetchTransportOptions): Observable<string | undefined> =>
  defer(() => {
    const given = token?.();
    // `null` too is what a caller without types has when there is none: `localStorage.getItem` gives it.
    return isPromise(given) ? from(given) : of(given ?? undefined);
  }).pipe(catchError((error: unknown) => throwError(() => credentialsError(error))));

const isPromise = (given: unknown): given is Promise<string | undefined> =>
  typeof (given as { then?: unknown } | null | undefined)?.then === 'function';

const chunksOf = (response: Response, server: string, request: KubeRequest): Observable<Uint8Array> =>
  bodyChunks(response, request.paused$).pipe(
    exceptWebPages(response.headers.get('content-type'), request),
    catchError((error: unknown) => throwError(() => brokenOffError(server, error))),
  );

function refusalOf(response: Response, request: KubeRequest, sent: Headers): Observable<never> {
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

/** A browser does not show the status of a redirect: this is the generic one of its class (RFC 9110 §15). */
const anyRedirect = 300;
