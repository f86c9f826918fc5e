import type { Observable } from 'rxjs';
import { inSteps } from './in-steps.ts';
import { type Pieces, pump } from './pump.ts';
import type { ApiRequest } from './request.ts';
import { type ApiResponse, bytes, largeBytes } from './response.ts';

/**
 * Creates a response from pieces. The content type is JSON, unless the headers name another content type. A small
 * response is complete at once and has a length. For a large response, the server creates the remaining pieces as the
 * client reads.
 */
export function inPieces(
  request: ApiRequest,
  pieces: Pieces,
  more: ApiResponse['headers'] = {},
): Observable<ApiResponse> {
  const headers = { 'content-type': 'application/json', ...more };
  return inSteps(request, function* (): Generator<void, ApiResponse> {
    const first: Uint8Array[] = [];
    for (let size = 0; size < largeBytes; size += first.at(-1)?.length ?? 0) {
      let piece = pieces.next();
      for (; piece.done !== true && piece.value === undefined; piece = pieces.next()) yield;
      if (piece.done === true) return bytes(Buffer.concat(first), 200, headers);
      if (piece.value !== undefined) first.push(piece.value);
    }
    return { status: 200, headers, large: true, body: (flow) => pump(() => rest(first, pieces), flow) };
  });
}

/**
 * Yields the pieces of a body. The function removes each piece from the list, so that a slow reader does not keep all
 * pieces in memory.
 */
function* rest(first: Uint8Array[], pieces: Pieces): Generator<Uint8Array | undefined> {
  for (let piece = first.shift(); piece !== undefined; piece = first.shift()) yield piece;
  yield* { [Symbol.iterator]: () => pieces };
}
