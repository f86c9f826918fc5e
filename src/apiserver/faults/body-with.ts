import {
  concat,
  concatMap,
  defer,
  EMPTY,
  map,
  NEVER,
  type Observable,
  of,
  take,
  takeUntil,
  throwError,
} from 'rxjs';
import type { Flow } from '../flow.ts';
import type { ApiResponse } from '../http/response.ts';
import { omit } from '../json.ts';
import type { ServerContext } from '../server-context.ts';
import { expired } from '../status/refusals.ts';
import { encode } from '../wire/encode.ts';
import { errorFrame } from '../wire/frames.ts';
import { drip } from './drip.ts';
import type { ServerFault } from './fault.ts';
import { reordered } from './reordered.ts';
import { reset, statusOf, tooOld } from './fault-errors.ts';

/**
 * Applies a fault to the body of a response.
 *
 * @param afterEvents - the number of pieces at the start of the body that the fault does not change
 */
export function bodyWith(
  fault: ServerFault,
  afterEvents: number,
  server: ServerContext,
  response: ApiResponse,
): ApiResponse {
  const body = (flow: Flow): Observable<Uint8Array> =>
    fault.type === 'throttleBody'
      ? drip(response.body, flow, fault.bytesPerSecond, afterEvents, server.clock).pipe(
          takeUntil(server.closed$), // without `takeUntil`, the body could continue for hours
        )
      : withBodyFault(fault, response.body(flow), afterEvents, server, response);
  // The fault changes the length of the body, so the header `content-length` would be wrong.
  const headers = omit(response.headers, 'content-length') as ApiResponse['headers'];
  return { ...response, headers, body };
}

function withBodyFault(
  fault: ServerFault,
  body$: Observable<Uint8Array>,
  count: number,
  server: ServerContext,
  { stream }: ApiResponse,
): Observable<Uint8Array> {
  const first = (then$: Observable<Uint8Array>): Observable<Uint8Array> =>
    concat(body$.pipe(take(count)), then$);
  switch (fault.type) {
    case 'dropConnection':
      return first(throwError(() => reset()));
    case 'stallRequest':
    case 'stallStream':
      return first(NEVER.pipe(takeUntil(server.closed$)));
    case 'truncate':
      return body$.pipe(
        take(count + 1),
        map((bytes, at) => (at < count ? bytes : bytes.subarray(0, bytes.length >> 1))),
      );
    case 'corruptBytes':
      return stream === true
        ? body$.pipe(concatMap((bytes, at) => (at === count ? [garbage, bytes] : [bytes])))
        : of(garbage);
    case 'expire':
      return first(of(errorFrame(expired(tooOld).status)));
    case 'refuse':
      return first(of(errorFrame(statusOf(fault).status)));
    case 'duplicate':
      return body$.pipe(concatMap((bytes, at) => (at < count ? [bytes] : [bytes, bytes])));
    case 'reorderAcrossKeys':
      return body$.pipe(reordered(fault.window ?? 50, count, server.clock));
    case 'endWatch':
      return first(EMPTY);
    default:
      return defer(() => body$);
  }
}

const garbage = encode('{"type":"MODIFIED","object":{<<< no JSON\n');
