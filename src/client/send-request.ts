import {
  defer,
  map,
  type MonoTypeOperatorFunction,
  type Observable,
  reduce,
  retry,
  throwError,
  timer,
} from 'rxjs';
import { StatusError } from '../objects/index.ts';
import { explainErrors, type KubeRequest, requestLine, type Transport } from '../source/index.ts';
import { createAnswerReader, type JsonObject } from './machine/answer-reader.ts';

/** The settings that all requests of a client share. */
export interface RequestSettings {
  readonly transport: Transport;
  readonly confidential: boolean;
  readonly keepManagedFields: boolean;
  readonly maxRetries: number;
  readonly onWarning: (text: string, request: string) => void;
}

/** Sends a request at each subscription, and emits the object of the response. */
export function sendRequest(settings: RequestSettings, request: KubeRequest): Observable<JsonObject> {
  const { transport, onWarning, maxRetries } = settings;
  const line = requestLine(request);
  return defer(() =>
    transport.open({ ...request, onWarning: (text) => onWarning(text, line) }).pipe(
      reduce(
        (reader, chunk) => {
          reader.push(chunk);
          return reader;
        },
        createAnswerReader({ ...settings, request: line }),
      ),
      map((reader) => reader.read()),
    ),
  ).pipe(explainErrors(transport, request), retryWhenThrottled(maxRetries));
}

/** Sends the request again after a response with `Retry-After`, as client-go's `rest.Request` does. */
function retryWhenThrottled<T>(count: number): MonoTypeOperatorFunction<T> {
  return retry({
    count,
    delay: (error: unknown) => {
      const seconds = error instanceof StatusError ? retryAfter(error) : undefined;
      return seconds === undefined ? throwError(() => error) : timer(Math.min(seconds * 1_000, longestTimer));
    },
  });
}

const retryAfter = ({ code, retryAfterSeconds }: StatusError): number | undefined =>
  code === 429 || code >= 500 ? retryAfterSeconds : undefined;

/** The longest delay of a timer, in ms. A longer timer would overflow, and fire immediately. */
const longestTimer = 2_147_483_647;
