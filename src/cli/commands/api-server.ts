import { defer, finalize, ignoreElements, NEVER, type Observable, switchMap, tap } from 'rxjs';
import { createApiServer } from '../../apiserver/index.ts';
import type { Output } from '../output/output.ts';
import { plantSeed } from '../seed/plant-seed.ts';
import { listening } from './listening.ts';
import type { ApiServerRequest } from './request.ts';

/** `rx-informer apiserver`: an API server in memory, until it is stopped. */
export function apiServer(
  request: ApiServerRequest,
  token: string | undefined,
  output: Output,
): Observable<never> {
  return defer(() => {
    const server = createApiServer(token === undefined ? {} : { tokens: { [token]: 'admin' } });
    if (request.seed !== undefined) plantSeed(server, request.seed);

    return listening(server, request).pipe(
      tap(({ url }) => usage(url, token !== undefined).forEach((line) => output.print(line))),
      switchMap(() => NEVER),
      ignoreElements(),
      finalize(() => void server.close()),
    );
  });
}

/** The URL, and what to do with it. */
function usage(url: string, withToken: boolean): readonly string[] {
  return [
    `The API server listens on ${url}`,
    `  kubectl --server ${url}${withToken ? ' --token …' : ''} get pods -A`,
    `  ${withToken ? 'RX_INFORMER_TOKEN=… ' : ''}rx-informer watch pods -A --server ${url}`,
    'Nothing is kept when it ends. Ctrl-C ends it.',
  ];
}
