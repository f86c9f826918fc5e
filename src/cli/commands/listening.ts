import { catchError, from, type Observable, throwError } from 'rxjs';
import type { ApiServer } from '../../apiserver/index.ts';
import { CommandError } from '../command-error.ts';
import { reasonOf } from '../reason-of.ts';

/** Opens the port and emits the URL; errors with a `CommandError` where that cannot be. */
export function listening(
  server: Pick<ApiServer, 'listen'>,
  where: { readonly port: number; readonly host: string },
): Observable<{ readonly url: string }> {
  return from(server.listen(where)).pipe(
    catchError((error: unknown) =>
      throwError(
        () =>
          new CommandError(`cannot listen on ${where.host}:${where.port}: ${reasonOf(error)}`, {
            hints: ['Any free port: --port 0'],
            cause: error,
          }),
      ),
    ),
  );
}
