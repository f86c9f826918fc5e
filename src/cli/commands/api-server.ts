import { defer, finalize, ignoreElements, NEVER, type Observable, switchMap, tap } from 'rxjs';
import { type ApiServerOptions, createApiServer } from '../../apiserver/index.ts';
import { usageError } from '../command-error.ts';
import type { Output } from '../output/output.ts';
import { plantSeed } from '../seed/plant-seed.ts';
import { reasonOf } from '../reason-of.ts';
import { apiServerUsage } from './api-server-usage.ts';
import { conformanceOptions } from './conformance-options.ts';
import { addFault } from './add-fault.ts';
import { listening } from './listening.ts';
import type { ApiServerRequest } from './request.ts';
import { writeKubeConfig } from './written-kube-config.ts';
import { loadSnapshot, saveSnapshot } from './kept-snapshot.ts';

/**
 * `rx-informer apiserver`: an API server in memory, until it is stopped.
 *
 * Errors with a `CommandError` where the options do not go together, or it cannot listen.
 */
export function apiServer(
  request: ApiServerRequest,
  token: string | undefined,
  output: Output,
): Observable<never> {
  return defer(() => {
    const server = createApiServer(optionsOf(request, token));
    for (const text of request.faults ?? []) addFault(server, text);
    const { snapshot } = request;
    const goesOn = snapshot !== undefined && loadSnapshot(server, snapshot);
    if (request.seed !== undefined && !goesOn) plantSeed(server, request.seed);

    return listening(server, request).pipe(
      tap(({ url }) => {
        const kubeconfig = request.writeKubeconfig;
        if (kubeconfig !== undefined) writeKubeConfig(server, kubeconfig);
        const usage = apiServerUsage({ url, withToken: token !== undefined, snapshot, kubeconfig });
        usage.forEach((line) => output.print(line));
      }),
      switchMap(() => NEVER),
      ignoreElements(),
      finalize(() => {
        if (snapshot !== undefined) saveSnapshot(server, snapshot, output);
        void server.close();
      }),
    );
  });
}

function optionsOf(request: ApiServerRequest, token: string | undefined): ApiServerOptions {
  if (request.conformance === true) return conformanceOptions(token);
  const patterns = request.corsAllowedOrigins;
  return {
    ...(token === undefined ? {} : { tokens: { [token]: 'admin' } }),
    ...(patterns === undefined ? {} : { cors: { origins: patterns.map(originPattern) } }),
  };
}

/** As kube-apiserver's flag of that name: an expression that stands for a part of the origin, unless it is anchored. */
function originPattern(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch (cause) {
    throw usageError(
      `--cors-allowed-origins: '${text}' is no regular expression: ${reasonOf(cause)}`,
      'Such as ^http://localhost:4200$',
    );
  }
}
