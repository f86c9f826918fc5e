import { asyncScheduler, catchError, defer, type Observable, switchMap, tap, throwError } from 'rxjs';
import { type ResourceWord, resourceWords } from '../arguments/resource-words.ts';
import { checkNamespace, scopeOf } from '../arguments/scope.ts';
import { checkSelectors } from '../arguments/selectors.ts';
import { connect } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { diskCache } from '../discovery/disk-cache.ts';
import type { FoundAll } from '../discovery/find-resources.ts';
import { lookUp } from '../discovery/look-up.ts';
import { isNotFound } from '../discovery/not-found.ts';
import { jsonReporter } from '../follow/json-reporter.ts';
import type { Reporter } from '../follow/reporter.ts';
import { tableReporter } from '../follow/table-reporter.ts';
import type { Host } from '../output/host.ts';
import { hideCredentialsOf } from '../output/redactor.ts';
import { streamOutput } from '../output/stream-output.ts';
import type { WatchRequest } from './request.ts';
import { show, type ShowOptions } from './show.ts';

/**
 * Runs `rx-informer watch`: shows some collections of a cluster, and all changes of these collections.
 *
 * @throws CommandError for an error that is known before the command starts
 */
export function watch(request: WatchRequest, host: Host): Observable<never> {
  checkNamespace(request.namespace);
  checkSelectors(request.selector, request.fieldSelector);
  const words = resourceWords(request.resource);
  return defer(() => {
    const output = streamOutput(host, (text) => reporter.notice(undefined, text));
    const reporter: Reporter = request.output === 'table' ? tableReporter(output) : jsonReporter(output);
    const outputs = { host, output, reporter };
    return connect(request.connection, host.environment, (text) =>
      output.report(reporter.notice(undefined, text)),
    ).pipe(
      tap((connection) => hideCredentialsOf(connection, host)),
      switchMap((connection) => watchOn(connection, words, request, outputs)),
    );
  });
}

function watchOn(
  connection: Connection,
  words: readonly ResourceWord[],
  request: WatchRequest,
  { host, output, reporter }: Pick<ShowOptions, 'host' | 'output' | 'reporter'>,
): Observable<never> {
  const { untilSynced } = request;
  const cache = diskCache(host.environment, () => asyncScheduler.now());
  const table = request.output === 'table' && !untilSynced;

  const found$ = lookUp(connection, words, cache);
  const shown = ({ found, notices }: FoundAll): Observable<never> =>
    defer(() => {
      for (const { resource, text } of notices) output.report(reporter.notice(resource, text));
      const targets = found.map((one) => ({
        resource: one.resource,
        scope: scopeOf(request, {
          namespaced: one.resource.namespaced,
          object: one.object,
          namespace: connection.namespace,
          namespaceOwner: connection.namespaceOwner,
        }),
        ...(request.shard && { shard: request.shard }),
      }));
      return show(connection, targets, { host, output, reporter, untilSynced, table });
    });

  return found$.pipe(
    switchMap((first) =>
      shown(first).pipe(
        catchError((error: unknown) => {
          if (!isNotFound(error)) return throwError(() => error);
          // The server no longer has the resource, but the discovery cache still contains the resource. So
          // the cache is cleared, and the command requests the discovery again.
          cache.forget(connection.server);
          return found$.pipe(
            // With several collections, the command may already have written some objects. A retry would write these
            // objects twice.
            switchMap((again) => (first.found.length === 1 ? shown(again) : throwError(() => error))),
          );
        }),
      ),
    ),
  );
}
