/** A fault of one HTTP request. A name with `After` means that the server has executed the request before the fault. */
export type RequestFault =
  /** The gateway answers with a Status, and the server never receives the request. */
  | {
      readonly type: 'refuse';
      readonly status: number;
      readonly reason: string;
      readonly message: string;
      readonly retryAfterSeconds?: number;
    }
  /** The connection is reset, and the server never receives the request. */
  | { readonly type: 'reset' }
  /** The server never receives the request, and the client gets no answer. */
  | { readonly type: 'hang' }
  /** The server executes the request. Then the connection is reset, so that the answer is lost. */
  | { readonly type: 'resetAfter' }
  /** The server executes the request, and the client gets no answer. */
  | { readonly type: 'hangAfter' }
  /** The server executes the request, and the gateway answers 504. */
  | { readonly type: 'timeoutAfter' }
  /** The server executes the request. The answer ends in the middle of its body. */
  | { readonly type: 'truncateAfter' }
  /** The server executes the request. The body of the answer is a web page. */
  | { readonly type: 'garbleAfter' }
  /** The gateway sends the request to the server twice, as some proxies do. The client gets the second answer. */
  | { readonly type: 'repeat' }
  /** A watch sends this Status as an ERROR event, and ends. */
  | { readonly type: 'errorEvent'; readonly code: number; readonly reason: string };

/** The requests that a fault applies to. */
export type Aim = 'write' | 'read' | 'watch';

/** Returns the text of a Status of an API server. */
export const statusText = (
  code: number,
  reason: string,
  message: string,
  retryAfterSeconds?: number,
): string =>
  JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
    ...(retryAfterSeconds !== undefined && { details: { retryAfterSeconds } }),
  });

const refused = (
  status: number,
  reason: string,
  message: string,
  retryAfterSeconds?: number,
): RequestFault => ({
  type: 'refuse',
  status,
  reason,
  message,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

/** A fault with its name, and the requests that it applies to. */
export interface PlannedRequestFault {
  readonly name: string;
  readonly aim: Aim;
  readonly fault: RequestFault;
}

/** All faults of requests. */
export const requestFaults: readonly PlannedRequestFault[] = [
  { name: 'write conflict', aim: 'write', fault: refused(409, 'Conflict', 'the object has been modified') },
  { name: 'write throttled', aim: 'write', fault: refused(429, 'TooManyRequests', 'too many requests', 1) },
  { name: 'write 500', aim: 'write', fault: refused(500, 'InternalError', 'etcdserver: leader changed') },
  { name: 'write 503', aim: 'write', fault: refused(503, 'ServiceUnavailable', 'no endpoints available') },
  {
    name: 'write refused by a webhook',
    aim: 'write',
    fault: refused(400, 'BadRequest', 'admission webhook "policy.example.com" denied the request: no'),
  },
  {
    name: 'write over a quota',
    aim: 'write',
    fault: refused(
      403,
      'Forbidden',
      'exceeded quota: small, requested: count/secrets=1, used: 1, limited: 1',
    ),
  },
  {
    name: 'write into a conflict of field managers',
    aim: 'write',
    fault: refused(409, 'Conflict', 'Apply failed with 1 conflict: conflict with "other": .data.value'),
  },
  { name: 'write invalid', aim: 'write', fault: refused(422, 'Invalid', 'the object is invalid') },
  { name: 'write reset', aim: 'write', fault: { type: 'reset' } },
  { name: 'write without an answer', aim: 'write', fault: { type: 'hang' } },
  { name: 'write done, connection reset', aim: 'write', fault: { type: 'resetAfter' } },
  { name: 'write done, no answer', aim: 'write', fault: { type: 'hangAfter' } },
  { name: 'write done, 504', aim: 'write', fault: { type: 'timeoutAfter' } },
  { name: 'write done, answer truncated', aim: 'write', fault: { type: 'truncateAfter' } },
  { name: 'write done, answer is a web page', aim: 'write', fault: { type: 'garbleAfter' } },
  { name: 'write repeated', aim: 'write', fault: { type: 'repeat' } },
  { name: 'read 500', aim: 'read', fault: refused(500, 'InternalError', 'etcdserver: request timed out') },
  { name: 'read throttled', aim: 'read', fault: refused(429, 'TooManyRequests', 'too many requests', 1) },
  { name: 'read truncated', aim: 'read', fault: { type: 'truncateAfter' } },
  { name: 'read is a web page', aim: 'read', fault: { type: 'garbleAfter' } },
  { name: 'watch 410', aim: 'watch', fault: refused(410, 'Expired', 'too old resource version') },
  {
    name: 'watch 410 in the stream',
    aim: 'watch',
    fault: { type: 'errorEvent', code: 410, reason: 'Expired' },
  },
  {
    name: 'watch 500 in the stream',
    aim: 'watch',
    fault: { type: 'errorEvent', code: 500, reason: 'InternalError' },
  },
  { name: 'watch without an answer', aim: 'watch', fault: { type: 'hang' } },
];
