import { catchError, defer, from, type Observable, throwError } from 'rxjs';
import type { ApiServer } from '../../apiserver/index.ts';
import { OptionsError } from '../../objects/index.ts';
import { CommandError, usageError } from '../command-error.ts';
import { tokenVariable } from '../connection/token.ts';
import { reasonOf } from '../reason-of.ts';

/** The port of the server if the user types no port: kubectl also uses 8080 by default. */
const usualPort = 8080;

/**
 * Starts to listen, and emits the URL. If no port is given, listens on port 8080, or on any free port if 8080 is in
 * use.
 *
 * Errors with a `CommandError` if the server cannot listen.
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
      if (isOpenToOthers(cause)) return throwError(() => needsToken(host));
      const hints = isTaken(cause) ? ['Any free port: --port 0'] : [];
      const where = `${host}${port === undefined || port === 0 ? '' : `:${port}`}`;
      return throwError(
        () => new CommandError(`cannot listen on ${where}: ${reasonOf(cause)}`, { hints, cause }),
      );
    }),
  );
}

const isOpenToOthers = (error: unknown): boolean =>
  error instanceof OptionsError && error.option === 'listen: host';

const needsToken = (host: string): CommandError =>
  usageError(
    `--host ${host} accepts requests of other machines, so it needs a token`,
    `Give a token to rx-informer apiserver: --token, or ${tokenVariable}`,
  );

const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'EADDRINUSE';
