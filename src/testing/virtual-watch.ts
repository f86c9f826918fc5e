import { map, merge, NEVER, type Observable, switchMap, takeUntil, throwError, timer } from 'rxjs';
import { aBoolean, aString, checkOptions, integer, type KubeObject } from '../objects/index.ts';
import type { WatchEvent, WatchOptions } from '../source/index.ts';
import type { ClusterContext, Room } from './cluster-context.ts';
import { followed } from './followed.ts';
import { fresh } from './fresh.ts';
import { noVersion, tooOld } from './machine/cluster-refusals.ts';
import { isNumber, isOlder } from './machine/history.ts';
import type { Selection } from './machine/selection.ts';
import { streamingRefused } from './refusal.ts';

/** Serves one watch as a real server does: the current objects first, or the changes after a resourceVersion. */
export function virtualWatch<T extends KubeObject>(
  room: Room<T>,
  context: ClusterContext,
  selects: Selection,
  options: WatchOptions = {},
): Observable<WatchEvent<T>> {
  checkOptions('watch', options, {
    resourceVersion: aString,
    sendInitialEvents: aBoolean,
    allowWatchBookmarks: aBoolean,
    timeoutSeconds: integer(0),
    shardSelector: aString,
  });
  const { settings, ended } = context;
  const { sendInitialEvents, timeoutSeconds = 0 } = options;
  if (sendInitialEvents === true && !settings.streamingLists) return throwError(streamingRefused);

  const ended$ = ended.pipe(
    map((error) => {
      if (error !== undefined) throw error;
    }),
  );
  const closed$ = merge(ended$, timeoutSeconds === 0 ? NEVER : timer(timeoutSeconds * 1_000));
  return answered(room, context, selects, options).pipe(takeUntil(closed$));
}

function answered<T extends KubeObject>(
  room: Room<T>,
  context: ClusterContext,
  selects: Selection,
  options: WatchOptions,
): Observable<WatchEvent<T>> {
  const { clock, settings } = context;
  const { resourceVersion: asked = '', sendInitialEvents } = options;
  if (asked !== '' && !isNumber(asked)) return throwError(() => noVersion(asked, 'watch'));
  const isAny = asked === '' || asked === '0';
  const since = isAny ? clock.version : asked;
  if (sendInitialEvents ?? isAny) {
    return fresh(context, asked, true).pipe(
      switchMap(() => followed(room, context, selects, options, undefined)),
    );
  }
  if (isOlder(asked, clock.compactedAt)) {
    return throwError(() => tooOld(asked, clock.compactedAt, settings.expired === 'inStream'));
  }
  return followed(room, context, selects, options, since);
}
