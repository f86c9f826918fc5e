import {
  catchError,
  defer,
  forkJoin,
  map,
  type MonoTypeOperatorFunction,
  type Observable,
  of,
  switchMap,
  throwError,
  timeout,
} from 'rxjs';
import type { ResourceWord } from '../arguments/resource-words.ts';
import { CommandError } from '../command-error.ts';
import { discover, mapInSlices } from '../../discovery/index.ts';
import type { Connection } from '../connection/connection.ts';
import { refusalOf } from '../connection/refusal.ts';
import { type DiscoveryCache, type KeptDiscovery, noCache } from './discovery-cache.ts';
import { findResources, type FoundAll } from './find-resources.ts';
import { serverVersion } from './server-version.ts';

/** Time limit for a server that accepts the connection and does not answer, in ms. */
const deadline = 7_000;

/**
 * Emits the collections for the names that the user typed, such as `pods` or `deploy/web`, in the typed
 * order.
 *
 * Reads the cache first, and then requests only the version of the server. With this request, the command notices that
 * the server is down or was upgraded. If the cache lacks a name, requests the discovery before the name is refused.
 *
 * Errors with a `CommandError` if the server cannot be reached, refuses the login, or does not answer in time. Errors
 * with a `CommandError` also if the server has no resource with the name.
 */
export function lookUp(
  connection: Connection,
  words: readonly ResourceWord[],
  cache: DiscoveryCache = noCache,
): Observable<FoundAll> {
  return defer(() => {
    const { server, transport } = connection;
    const asked$ = forkJoin([discover(transport), serverVersion(transport)]).pipe(
      map(([discovery, version]): KeptDiscovery => ({ ...discovery, serverVersion: version })),
      mapInSlices((kept) => {
        cache.write(server, kept);
        return kept;
      }),
      inTime(connection),
    );
    const afresh$ = asked$.pipe(mapInSlices((discovery) => findResources(words, discovery)));
    const kept = cache.read(server);
    if (kept === undefined) return afresh$;
    return serverVersion(transport).pipe(
      inTime(connection),
      switchMap((version) => {
        const found = version === kept.serverVersion ? foundIn(words, kept) : undefined;
        return found === undefined ? afresh$ : of(found);
      }),
    );
  });
}

function inTime<T>(connection: Connection): MonoTypeOperatorFunction<T> {
  const late = (): CommandError =>
    new CommandError(`${connection.server} did not answer within ${deadline / 1_000} s`);
  return (answer$) =>
    answer$.pipe(
      timeout({ first: deadline, with: () => throwError(late) }),
      catchError((error: unknown) => throwError(() => refusalOf(connection, error))),
    );
}

function foundIn(words: readonly ResourceWord[], kept: KeptDiscovery): FoundAll | undefined {
  try {
    return findResources(words, kept);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
