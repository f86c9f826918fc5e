import { asyncScheduler, catchError, defer, type Observable, switchMap, throwError } from 'rxjs';
import { type ResourceWord, resourceWords } from '../arguments/resource-words.ts';
import { checkNamespace, scopeOf } from '../arguments/scope.ts';
import { checkSelectors } from '../arguments/selectors.ts';
import { connect } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { diskCache } from '../discovery/disk-cache.ts';
import { lookUp } from '../discovery/look-up.ts';
import { isNotFound } from '../discovery/not-found.ts';
import { jsonReporter } from '../follow/json-reporter.ts';
import { tableReporter } from '../follow/table-reporter.ts';
import type { Host } from '../output/host.ts';
import { streamOutput } from '../output/stream-output.ts';
import type { WatchRequest } from './request.ts';
import { show } from './show.ts';

/**
 * `rx-informer watch`: some collections of a cluster, and every change of them.
 *
 * @throws CommandError for what can be seen to be wrong before anything starts
 */
export function watch(request: WatchRequest, host: Host): Observable<never> {
  checkNamespace(request.namespace);
  checkSelectors(request.selector, request.fieldSelector);
  const words = resourceWords(request.resource);
  return connect(request.connection, host.environment).pipe(
    switchMap((connection) => watchOn(connection, words, request, host)),
  );
}

function watchOn(
  connection: Connection,
  words: readonly ResourceWord[],
  request: WatchRequest,
  host: Host,
): Observable<never> {
  return defer(() => {
    const output = streamOutput(host);
    const { namespace } = connection;
    const { untilSynced } = request;
    const isTable = request.output === 'table';
    const reporter = isTable ? tableReporter(output) : jsonReporter;
    const cache = diskCache(host.environment, () => asyncScheduler.now());

    return lookUp(connection, words, cache).pipe(
      switchMap(({ found, notices }) => {
        for (const { resource, text } of notices) output.tell(reporter.notice(resource, text));
        const targets = found.map(({ resource, object }) => ({
          resource,
          scope: scopeOf(request, {
            namespaced: resource.namespaced,
            ...(object === undefined ? {} : { object }),
            ...(namespace === undefined ? {} : { namespace }),
          }),
        }));
        return show(connection, targets, {
          host,
          output,
          reporter,
          untilSynced,
          table: isTable && !untilSynced,
        });
      }),
      catchError((error: unknown) => {
        // What is kept says that it is there: it was, and the next start has to ask again.
        if (isNotFound(error)) cache.forget(connection.server);
        return throwError(() => error);
      }),
    );
  });
}
