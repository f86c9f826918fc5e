import {
  defer,
  ignoreElements,
  map,
  type MonoTypeOperatorFunction,
  type Observable,
  pipe,
  reduce,
  retry,
  throwError,
  timer,
  type UnaryFunction,
} from 'rxjs';
import { StatusError } from '../objects/index.ts';
import { explainErrors, type KubeRequest, requestLine, type Transport } from '../source/index.ts';
import { explainRefusal } from './explain-refusal.ts';
import { createAnswerReader, type JsonObject } from './machine/answer-reader.ts';

/** The settings that all requests of a client share. */
export interface RequestSettings {
  readonly transport: Transport;
  /** True if an answer can contain a secret: errors then contain no part of the answer. */
  readonly confidential: boolean;
  readonly keepManagedFields: boolean;
  readonly maxRetries: number;
  readonly onWarning: (text: string, request: string) => void;
}

/** Sends a request at each subscription, and emits the object of the response. */
export function sendRequest(settings: RequestSettings, request: KubeRequest): Observable<JsonObject> {
  return defer(() =>
    open(settings, request).pipe(
      reduce(
        (reader, chunk) => {
          reader.push(chunk);
          return reader;
        },
        createAnswerReader({ ...settings, request: requestLine(request) }),
      ),
      map((reader) => reader.read()),
    ),
  ).pipe(handleRefusal(settings, request));
}

/** Sends a request at each subscription, and completes. The body of the response can be a long list, so it is not decoded. */
export function sendAndComplete(settings: RequestSettings, request: KubeRequest): Observable<never> {
  return defer(() => open(settings, request)).pipe(ignoreElements(), handleRefusal(settings, request));
}

/** Sends a refused request again if the options say so, and explains the last refusal. */
const handleRefusal = <T>(
  { transport, maxRetries }: RequestSettings,
  request: KubeRequest,
): UnaryFunction<Observable<T>, Observable<T>> =>
  pipe(explainErrors(transport, request), retryWhenThrottled(maxRetries), explainRefusal(request));

/** Opens a request. Without a content type, `fetch` would send a body as `text/plain`, and the server would answer 415. */
function open({ transport, onWarning }: RequestSettings, request: KubeRequest): Observable<Uint8Array> {
  const line = requestLine(request);
  return transport.open({
    ...request,
    ...(request.body !== undefined && {
      headers: { 'content-type': 'application/json', ...request.headers },
    }),
    onWarning: (text) => onWarning(text, line),
  });
}

/** Sends the request again after a response with `Retry-After`, as client-go's `rest.Request` does. */
function retryWhenThrottled<T>(count: number): MonoTypeOperatorFunction<T> {
  return retry({
    count,
    delay: (error: unknown) => {
      const ms = error instanceof StatusError && isThrottled(error) ? retryAfter(error) : undefined;
      return ms === undefined ? throwError(() => error) : timer(ms);
    },
  });
}

const isThrottled = ({ code }: StatusError): boolean => code === 429 || code >= 500;

/**
 * Returns the delay that the server requests, in ms. The result is limited to the longest timer of JavaScript, because
 * a longer timer would fire immediately.
 */
export const retryAfter = ({ retryAfterSeconds }: StatusError): number | undefined =>
  retryAfterSeconds === undefined ? undefined : Math.min(retryAfterSeconds * 1_000, 2_147_483_647);
