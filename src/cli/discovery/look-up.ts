import { catchError, map, type Observable, throwError, timeout } from 'rxjs';
import type { Transport } from '../../source/index.ts';
import { CommandError } from '../command-error.ts';
import { refusalOf } from '../connection/refusal.ts';
import { discover } from './discover.ts';
import type { DiscoveredResource } from './discovery.ts';
import { findResource } from './find-resource.ts';

/** A server that takes the connection and says nothing has this long, ms. */
const deadline = 7_000;

/**
 * What the names mean on this server, in their order.
 *
 * Errors with a `CommandError` when it cannot be reached, lets nobody in, does not answer in time, or knows no such name.
 *
 * @param server - its URL, for the messages
 */
export function lookUp<const Names extends readonly string[]>(
  transport: Transport,
  server: string,
  names: Names,
): Observable<Found<Names>> {
  return discover(transport).pipe(
    timeout({
      first: deadline,
      with: () => throwError(() => new CommandError(`${server} did not answer within ${deadline / 1_000} s`)),
    }),
    catchError((error: unknown) => throwError(() => refusalOf(server, error))),
    map((discovery) => names.map((name) => findResource(name, discovery)) as unknown as Found<Names>),
  );
}

/** One for each name. */
type Found<Names extends readonly string[]> = { readonly [At in keyof Names]: DiscoveredResource };
