import { defer, finalize, ignoreElements, NEVER, type Observable, of, switchMap, tap } from 'rxjs';
import type { ApiServerOptions } from '../../apiserver/index.ts';
import { type CommandError, usageError } from '../command-error.ts';
import type { Output } from '../output/output.ts';
import { createSeedObjects } from '../seed/create-seed-objects.ts';
import { apiServerUsage } from './api-server-usage.ts';
import { allowedOrigin, conformanceOptions } from './conformance-options.ts';
import { serverWithCors } from './server-with-cors.ts';
import { addFault } from './add-fault.ts';
import { listening } from './listening.ts';
import type { ApiServerRequest } from './request.ts';
import { writeKubeConfig } from './written-kube-config.ts';
import { loadSnapshot, saveSnapshot } from './snapshot-file.ts';

/**
 * Runs `rx-informer apiserver`: serves an API server in memory, until the user stops the command.
 *
 * Errors with a `CommandError` if the options cannot be combined, or if the server cannot listen.
 */
export function apiServer(
  request: ApiServerRequest,
  token: string | undefined,
  output: Output,
): Observable<never> {
  return defer(() => {
    const server = serverWithCors(request.corsAllowedOrigins, optionsOf(request, token));
    for (const text of request.faults ?? []) addFault(server, text);
    const { snapshot } = request;
    const goesOn = snapshot !== undefined && loadSnapshot(server, snapshot);
    const planted$ = request.seed !== undefined && !goesOn ? createSeedObjects(server, request.seed) : of(0);

    // If the seed is incomplete, no snapshot is saved. Otherwise the next start would restore the incomplete
    // snapshot, and would not read the seed.
    let isPlanted = false;

    return planted$.pipe(
      tap(() => (isPlanted = true)),
      switchMap(() => listening(server, request)),
      tap(({ url }) => {
        const kubeconfig = request.writeKubeconfig;
        if (kubeconfig !== undefined) writeKubeConfig(server, kubeconfig);
        const usage = apiServerUsage({ url, withToken: token !== undefined, snapshot, kubeconfig });
        usage.forEach((line) => output.print(line));
      }),
      switchMap(() => NEVER),
      ignoreElements(),
      finalize(() => {
        if (snapshot !== undefined && isPlanted) saveSnapshot(server, snapshot, output);
        void server.close();
      }),
    );
  });
}

function optionsOf(request: ApiServerRequest, token: string | undefined): ApiServerOptions {
  if (request.conformance === true) {
    if (request.corsAllowedOrigins !== undefined) throw ownOrigin();
    return conformanceOptions(token);
  }
  return token === undefined ? {} : { tokens: { [token]: 'admin' } };
}

const ownOrigin = (): CommandError =>
  usageError(
    `--cors-allowed-origins does not go with --conformance, which allows the pages of ${allowedOrigin}`,
    'Leave out one of the two.',
  );
