import {
  BehaviorSubject,
  catchError,
  defer,
  exhaustMap,
  filter,
  finalize,
  map,
  type Observable,
  of,
} from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import { slicesOf } from './in-slices.ts';
import { lateAnswerIncident } from './late-answer.ts';
import type { IncidentListener, WatchEvent } from './lister-watcher.ts';
import type { DecodeSettings } from './machine/decode-settings.ts';
import { createEventReader } from './machine/event-reader.ts';
import type { KubeRequest, Transport } from './transport.ts';

/**
 * The events of one watch. Each is decoded as it is emitted: nothing more of a chunk is after an unsubscribe. A chunk of
 * many events is decoded in slices, and the transport is asked to read no further meanwhile.
 */
export function watchEvents<T extends KubeObject>(
  transport: Transport,
  request: KubeRequest,
  settings: DecodeSettings,
  onIncident: IncidentListener,
): Observable<WatchEvent<T>> {
  return defer(() => {
    const reader = createEventReader(settings, onIncident);
    const paused = new BehaviorSubject(false);
    const waiting: (() => Iterable<WatchEvent<T> | undefined>)[] = [];
    function* events(): Generator<WatchEvent<T> | undefined, void> {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield* next();
    }
    const decode = (): Observable<WatchEvent<T>> => {
      paused.next(true);
      return slicesOf(events).pipe(
        filter((event) => event !== undefined),
        finalize(() => paused.next(false)),
      );
    };
    const onLateAnswer = lateAnswerIncident(request, onIncident);
    return transport.open({ ...request, paused$: paused, onLateAnswer }).pipe(
      map((chunk) => waiting.push(() => reader.read(chunk) as Iterable<WatchEvent<T> | undefined>)),
      // In its place behind the events: what came before an error counts.
      catchError((error: unknown) =>
        of(
          waiting.push(() => {
            throw error;
          }),
        ),
      ),
      exhaustMap(decode), // which goes on with what comes meanwhile: inner streams would wait one inside the other
    );
  });
}
