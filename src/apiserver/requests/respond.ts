import { defer, finalize, map, type Observable, tap } from 'rxjs';
import type { Handler } from '../faults/handler.ts';
import { withFault } from '../faults/with-fault.ts';
import { handle } from '../http/handle.ts';
import type { ApiResponse } from '../http/response.ts';
import type { SentRequest } from '../http/sender.ts';
import type { ServerContext } from '../server-context.ts';
import { requestFacts } from './request-facts.ts';
import type { OpenRecord } from './request-log.ts';

/**
 * Answers a request over HTTP or in process. Records the request in the log, and applies the faults that match the
 * request.
 */
export function respond(server: ServerContext, request: SentRequest): Observable<ApiResponse> {
  return defer(() => {
    const { now } = server.world;
    const facts = requestFacts(request.sender);
    const record = server.requests.begin(request, facts, now());
    const faults = server.faults.matching(
      { ...facts, continues: request.query.get('continue') !== null },
      now(),
    );
    record.faults = faults.map(({ rule }) => rule.fault.type);
    const answer = faults.reduce<Handler>((next, fault) => withFault(fault, next), handle);
    let answered = false;
    const end = (): void => {
      record.ended ??= now();
    };
    return answer(server, request).pipe(
      map((response) => {
        answered = true;
        return onRecord(response, record, end);
      }),
      finalize(() => {
        if (!answered) end();
      }),
    );
  });
}

/** Records the answer. The record of the request ends when the body of the answer ends. */
function onRecord(response: ApiResponse, record: OpenRecord, end: () => void): ApiResponse {
  record.status = response.status;
  const { body, stream } = response;
  const count = (): void => {
    record.events++;
  };
  const next = stream === true ? { next: count } : {};
  return {
    ...response,
    body: (flow) => body(flow).pipe(tap({ ...next, finalize: end })),
  };
}
