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
 * Handles a request that came over HTTP or from the same process. Adds the request to the request log, and applies the
 * injected faults that match the request.
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

/** Writes the status code of a response into the request record. Ends the record when the body of the response ends. */
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
