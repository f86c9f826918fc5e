import { catchError, defer, from, merge, type Observable, switchMap, throwError } from 'rxjs';
import type { Connection } from '../connection/connection.ts';
import { refusalOf } from '../connection/refusal.ts';
import { follow, type FollowOptions, type Target } from '../follow/follow.ts';
import { createBacklog } from '../machine/backlog.ts';
import { createFirstLists } from '../machine/first-lists.ts';
import type { Host } from '../output/host.ts';

/** The options of {@link show}, in addition to the options of `follow`. */
export interface ShowOptions extends FollowOptions {
  readonly host: Host;
  /** Whether `show` may draw a table in place if stdout is a terminal. */
  readonly table: boolean;
}

/**
 * Follows several collections of a server. Shows a table on a terminal; otherwise writes a line for each change.
 *
 * If the server refuses the first lists of all collections, errors with one of the refusals. If the server
 * refuses only some first lists, `show` requests the refused lists again. With `untilSynced`, `show` writes
 * the other collections first, and then errors with the refusal.
 */
export function show(
  connection: Connection,
  targets: readonly Target[],
  { host, table, ...options }: ShowOptions,
): Observable<never> {
  const { transport, server } = connection;
  const lines = (): Observable<never> =>
    defer(() => {
      const join = createFirstLists();
      const backlog = createBacklog();
      return merge(...targets.map((target) => follow(transport, target, { ...options, backlog }, join())));
    });
  const shown$ =
    table && host.stdout.isTTY === true
      ? from(import('../live/live.ts')).pipe(
          switchMap(({ isLive, live }) => (isLive(host) ? live(transport, targets, host, server) : lines())),
        )
      : lines();

  return shown$.pipe(catchError((error: unknown) => throwError(() => refusalOf(connection, error))));
}
