import { catchError, defer, from, type Observable, throwError } from 'rxjs';
import type { ApiServer } from '../../apiserver/index.ts';
import { CommandError } from '../command-error.ts';
import { reasonOf } from '../reason-of.ts';

/** Where kubectl looks for a server that it was not told of. */
const usualPort = 8080;

/**
 * Opens the port and emits the URL. Without a port it is 8080, or any that is free where that is taken.
 *
 * Errors with a `CommandError` where that cannot be.
 */
export function listening(
  server: Pick<ApiServer, 'listen'>,
  { port, host, tls }: { readonly port?: number; readonly host: string; readonly tls?: true },
): Observable<{ readonly url: string }> {
  const listen = (at: number): Observable<{ readonly url: string }> =>
    defer(() => from(server.listen({ port: at, host, ...(tls === undefined ? {} : { tls }) })));
  const opened$ =
    port === undefined
      ? listen(usualPort).pipe(
          catchError((error: unknown) => (isTaken(error) ? listen(0) : throwError(() => error))),
        )
      : listen(port);

  return opened$.pipe(
    catchError((cause: unknown) => {
      const hints = isTaken(cause) ? ['Any free port: --port 0'] : [];
      const where = `${host}${port === undefined ? '' : `:${port}`}`;
      return throwError(
        () => new CommandError(`cannot listen on ${where}: ${reasonOf(cause)}`, { hints, cause }),
      );
    }),
  );
}

const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'EADDRINUSE';
