import {
  catchError,
  defer,
  EMPTY,
  mergeMap,
  type MonoTypeOperatorFunction,
  type Observable,
  takeUntil,
  takeWhile,
  tap,
  throwError,
  timer,
  toArray,
} from 'rxjs';
import { StatusError } from '../objects/index.ts';
import { beginsAsWebPage, excerptOf, webPageError } from './machine/unexpected-answer.ts';
import { redactError, createTextRedactor } from './redact.ts';
import { type RequestLine, requestLine, type Transport } from './transport.ts';
import { explained, isBare, statusErrorOf } from './status-error-of.ts';

/**
 * Returns whether a transport may decode the body of a response with a given status. For a GET only 200 is a
 * success, because a partial list in a 206 would look like a whole list.
 */
export const isSuccessStatus = (method: string, code: number): boolean =>
  code === 200 || (method !== 'GET' && code > 200 && code < 300);

export interface ErrorResponse {
  readonly code: number;
  /** The value of the header `Retry-After`: a number of seconds, or a date. */
  readonly retryAfter: string | null | undefined;
  readonly body$: Observable<Uint8Array>;
  readonly request: RequestLine;
  /**
   * The credentials of the request. If the body contains a credential of at least 8 characters, the
   * credential is redacted.
   */
  readonly secret?: string | readonly string[] | undefined;
}

/**
 * Creates an Observable for a transport. The Observable reads the body of an error response, and then errors with a
 * {@link StatusError}. It reads at most 64 KiB, and for at most 5 s.
 *
 * @example
 * ```ts
 * throwErrorResponse({ code: response.status, retryAfter: response.headers.get('retry-after'), body$, request });
 * ```
 */
export function throwErrorResponse({
  code,
  retryAfter,
  body$,
  request,
  secret = [],
}: ErrorResponse): Observable<never> {
  const redact = createTextRedactor([secret].flat());
  return defer(() => {
    let received = 0;
    const chunks$ = body$.pipe(
      catchError(() => EMPTY), // if the connection breaks, use the part of the body before the break
      takeWhile((chunk) => (received += chunk.length) < maxBytes, true),
      takeUntil(timer(bodyTimeout)),
      toArray(),
    );
    return chunks$.pipe(
      mergeMap((chunks) => {
        const redacted = redactJson(textOf(chunks), redact);
        // For deeply nested JSON, `redactJson` returns the text unchanged, because `JSON.parse` with a function
        // overflows the stack. A secret with escape sequences then remains in the text. So the texts of the error are
        // redacted again.
        return throwError(() =>
          redactError(statusErrorOf(code, retryAfter, redact(redacted), request), redact),
        );
      }),
    );
  });
}

/**
 * Redacts credentials in JSON. The function redacts the parsed strings, because JSON can encode one character
 * in several ways. For example, Go writes `&` as `\u0026`.
 */
function redactJson(text: string, redact: (text: string) => string): string {
  const redactString = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? redact(value) : value;
  try {
    return JSON.stringify(JSON.parse(text, redactString));
  } catch {
    return text; // the text is not JSON
  }
}

const bodyTimeout = 5_000;
const maxBytes = 65_536;

function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
  return (text + decoder.decode()).slice(0, maxBytes);
}

/**
 * Redacts the credentials of the transport in errors. If an error does not name the request or its resource,
 * adds the request to the error. For example, a custom transport may fail with only `404 page not found`.
 */
export function explainErrors<T>(transport: Transport, request: RequestLine): MonoTypeOperatorFunction<T> {
  const redact = (text: string): string => transport.redact?.(text) ?? text;
  return catchError((error: unknown) =>
    throwError(() =>
      redactError(error instanceof StatusError && isBare(error) ? explained(error, request) : error, redact),
    ),
  );
}

/**
 * Returns an operator over the body of a successful response. If the body is a web page, the operator errors
 * with a ProtocolError of the class `unauthorized`. Both the content type and the first byte must show a web
 * page, because some servers send JSON with a wrong content type. The operator does not check the answer of a
 * pod, a service or a node behind the proxy of the API server, because such an answer may be a web page.
 *
 * @param contentType - the value of the header `Content-Type`
 */
export function exceptWebPages(
  contentType: string | null | undefined,
  request: RequestLine,
): MonoTypeOperatorFunction<Uint8Array> {
  return (chunks$) => {
    if (!/^\s*(text\/html|application\/xhtml)/i.test(contentType ?? '') || throughProxy.test(request.path)) {
      return chunks$;
    }
    return defer(() => {
      let isFirst = true;
      return chunks$.pipe(
        tap((chunk) => {
          if (!isFirst || chunk.length === 0) return;
          isFirst = false;
          if (beginsAsWebPage(chunk))
            throw webPageError(requestLine(request), excerptOf(chunk, isOfSecrets(request)));
        }),
      );
    });
  };
}

const throughProxy = /\/(pods|services|nodes)\/[^/]+\/proxy(\/|$)/;
const isOfSecrets = ({ path }: RequestLine): boolean => /\/secrets(\/|$)/.test(path);
