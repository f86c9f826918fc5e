import { map, merge, NEVER, type Observable, switchMap, takeUntil, throwError, timer } from 'rxjs';
import { aBoolean, aString, checkOptions, integer, type KubeObject } from '../objects/index.ts';
import type { WatchEvent, WatchOptions } from '../source/index.ts';
import type { ClusterContext, CollectionContext } from './cluster-context.ts';
import { watchHistory } from './watch-history.ts';
import { untilVersion } from './until-version.ts';
import { invalidVersion, tooOld } from './machine/cluster-refusals.ts';
import { isNumber, isOlder } from './machine/history.ts';
import type { Selection } from './machine/selection.ts';
import { streamingRefused } from './refusal.ts';

/**
 * Answers one watch as a real server does: the current objects first, or the changes after a resourceVersion.
 */
export function virtualWatch<T extends KubeObject>(
  collectionContext: CollectionContext<T>,
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
  const { settings, watchesEnded$ } = context;
  const { sendInitialEvents, timeoutSeconds = 0 } = options;
  if (sendInitialEvents === true && !settings.streamingLists) return throwError(streamingRefused);

  const ended$ = watchesEnded$.pipe(
    map((error) => {
      if (error !== undefined) throw error;
    }),
  );
  const closed$ = merge(ended$, timeoutSeconds === 0 ? NEVER : timer(timeoutSeconds * 1_000));
  return serveWatch(collectionContext, context, selects, options).pipe(takeUntil(closed$));
}

function serveWatch<T extends KubeObject>(
  collectionContext: CollectionContext<T>,
  context: ClusterContext,
  selects: Selection,
  options: WatchOptions,
): Observable<WatchEvent<T>> {
  const { clock, settings } = context;
  const { resourceVersion: asked = '', sendInitialEvents } = options;
  if (asked !== '' && !isNumber(asked)) return throwError(() => invalidVersion(asked, 'watch'));
  const isAny = asked === '' || asked === '0';
  const since = isAny ? clock.version : asked;
  if (sendInitialEvents ?? isAny) {
    return untilVersion(context, asked, true).pipe(
      switchMap(() => watchHistory(collectionContext, context, selects, options, undefined)),
    );
  }
  if (isOlder(asked, clock.compactedAt)) {
    return throwError(() => tooOld(asked, clock.compactedAt, settings.expired === 'inStream'));
  }
  return watchHistory(collectionContext, context, selects, options, since);
}
