import { catchError, map, type Observable, of, throwError } from 'rxjs';
import { ProtocolError, StatusError } from '../../objects/index.ts';
import type { Transport } from '../../source/index.ts';
import { getJson, textIn } from '../../discovery/index.ts';

/**
 * Emits the version of a server, such as `v1.36.3`. Emits `''` if the server does not report a version. Errors if the
 * server refuses the login or cannot be reached.
 */
export function serverVersion(transport: Transport): Observable<string> {
  return getJson(transport, '/version', 'application/json').pipe(
    map((document) => textIn(document, 'gitVersion')),
    catchError((error: unknown) =>
      (error instanceof ProtocolError || error instanceof StatusError) && error.failure !== 'unauthorized'
        ? of('')
        : throwError(() => error),
    ),
  );
}
