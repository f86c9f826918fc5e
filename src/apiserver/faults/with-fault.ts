import { map, NEVER, of, takeUntil, throwError } from 'rxjs';
import { type ApiResponse, plain, statusResponse } from '../http/response.ts';
import type { SentRequest } from '../http/sender.ts';
import { decodeToken, encodeToken } from '../query/continue-token.ts';
import { Refusal } from '../status/refusal.ts';
import { expired, requestTimeout } from '../status/refusals.ts';
import type { Storage } from '../storage/storage.ts';
import { bodyWith } from './body-with.ts';
import type { ServerFault } from './fault.ts';
import type { FaultInForce } from './faults.ts';
import type { Handler } from './handler.ts';
import { reset, statusOf, tooOld } from './fault-errors.ts';

export function withFault({ rule: { fault, match }, replica }: FaultInForce, next: Handler): Handler {
  const { afterEvents } = match ?? {};
  const around = afterEvents === undefined ? ofRequest(fault, replica?.storage) : undefined;
  return (around ?? ofBody(fault, afterEvents ?? 0))(next);
}

/**
 * Returns a function that wraps a handler. The wrapped handler applies the fault before the body of the response
 * exists. Returns `undefined` for a fault of the body.
 */
function ofRequest(
  fault: ServerFault,
  storage: Storage | undefined,
): ((next: Handler) => Handler) | undefined {
  switch (fault.type) {
    case 'dropConnection':
      return () => () => throwError(() => reset());
    case 'stallRequest':
      return () => (server) => NEVER.pipe(takeUntil(server.closed$));
    case 'expire':
      return () => () => of(statusResponse(expired(tooOld).status));
    case 'refuse':
      return () => () => of(refusalOf(fault));
    case 'timeoutAfterCommit':
      return (next) => (server, request) =>
        next(server, request).pipe(
          map((response) => (response.status < 300 ? statusResponse(requestTimeout().status) : response)),
        );
    case 'expireContinueToken':
      return (next) => (server, request) => next(server, withOldToken(request));
    case 'lagBehind':
      return (next) => (server, request) =>
        next(storage === undefined ? server : { ...server, storage }, request);
    default:
      return undefined;
  }
}

/**
 * Returns a function that wraps a handler. The wrapped handler applies the fault to the body of the response, after the
 * given number of events of a watch.
 */
function ofBody(fault: ServerFault, afterEvents: number): (next: Handler) => Handler {
  return (next) => (server, request) =>
    next(server, request).pipe(map((response) => bodyWith(fault, afterEvents, server, response)));
}

function refusalOf(fault: Extract<ServerFault, { type: 'refuse' }>): ApiResponse {
  const response = statusResponse(statusOf(fault).status);
  if (fault.text !== true) return response;
  const words = plain(`${fault.message ?? 'upstream failure'}\n`);
  const retry = response.headers['retry-after'];
  const headers = { ...words.headers, ...(retry === undefined ? {} : { 'retry-after': retry }) };
  return { ...words, status: fault.status, headers };
}

/**
 * Replaces the `continue` token by a token with a revision that the history no longer contains. The function keeps an
 * invalid token, so that the server refuses the invalid token in the usual way.
 */
function withOldToken(request: SentRequest): SentRequest {
  const query = new URLSearchParams(request.query);
  try {
    const { start } = decodeToken(query.get('continue') ?? '');
    query.set('continue', encodeToken({ revision: 1, start }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return { ...request, query };
}
