import { defer, type Observable, of, throwError } from 'rxjs';
import { type KubeRequest, StatusError, type Transport } from 'rx-informer';

/** The response of a fake server for one path: a document, a text, or a function that returns the response. */
export type Answer =
  | string
  | Readonly<Record<string, unknown>>
  | readonly unknown[]
  | ((request: KubeRequest) => Observable<Uint8Array>);

/**
 * Returns a transport with responses for the given paths. For any other path, the transport answers 404. The transport
 * records its requests.
 */
export function fakeTransport(answers: Readonly<Record<string, Answer>>): Transport & {
  readonly requests: readonly KubeRequest[];
} {
  const requests: KubeRequest[] = [];
  return {
    requests,
    open: (request) =>
      defer((): Observable<Uint8Array> => {
        requests.push(request);
        const answer = Object.hasOwn(answers, request.path) ? answers[request.path] : undefined;
        if (answer === undefined) return refuse(404);
        if (typeof answer === 'function') return answer(request);
        return body(answer);
      }),
  };
}

/** Emits the response body in two chunks. */
export function body(answer: Exclude<Answer, (request: KubeRequest) => unknown>): Observable<Uint8Array> {
  const bytes = new TextEncoder().encode(typeof answer === 'string' ? answer : JSON.stringify(answer));
  const middle = Math.floor(bytes.length / 2);
  return of(bytes.subarray(0, middle), bytes.subarray(middle));
}

export const refuse = (code: number, message = `refused with ${code}`): Observable<never> =>
  throwError(() => new StatusError({ code, message }));
