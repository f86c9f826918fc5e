import { catchError, defer, from, merge, type Observable, switchMap, throwError } from 'rxjs';
import type { Connection } from '../connection/connection.ts';
import { refusalOf } from '../connection/refusal.ts';
import { follow, type FollowOptions, type Target } from '../follow/follow.ts';
import { createBacklog } from '../machine/backlog.ts';
import { createFirstLists } from '../machine/first-lists.ts';
import type { Host } from '../output/host.ts';

/** How collections are shown. */
export interface ShowOptions extends FollowOptions {
  readonly host: Host;
  /** Whether a table that is redrawn in place will do, where stdout is a terminal. */
  readonly table: boolean;
}

/**
 * Keeps up with several collections of a server: as a table on a terminal, else with a line for each change.
 *
 * Errors with what makes the first list of all of them impossible; one that is refused next to others is asked for
 * again. With `untilSynced` it errors with what that one was refused with, once the others are written.
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
