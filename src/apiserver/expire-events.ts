import {
  defer,
  EMPTY,
  exhaustMap,
  expand,
  filter,
  ignoreElements,
  type Observable,
  of,
  type SchedulerLike,
  tap,
  timer,
} from 'rxjs';
import { find, type Place, type RegistryContext } from './registry/context.ts';
import { objectsPerSlice, removeObject } from './registry/remove-object.ts';
import { attempt } from './report-fault.ts';
import type { StorageEvent } from './storage/storage-event.ts';
import { storageEvents } from './storage-writes.ts';

/**
 * Deletes each event of the core group a fixed time after the last write of the event. Watches receive the deletion
 * (P134). Many events may expire together, for example the events of a snapshot. So the function deletes the events in
 * several short time slices, and the server handles requests and watches between the time slices.
 *
 * @param life - the time to live of an event in ms. With 0, events are never deleted.
 */
export function expireEvents(
  context: RegistryContext,
  life: number,
  clock: SchedulerLike,
): Observable<never> {
  const events = context.catalog.find('', 'v1', 'events');
  if (life === 0 || events === undefined) return EMPTY;
  return defer(() => {
    const queue = new ExpiryQueue();
    const expire = (): void => {
      for (const place of queue.takeDue(context.world.now(), objectsPerSlice)) {
        if (find(context, events, place) === undefined) continue;
        attempt('events', () => removeObject(context, events, place));
      }
    };
    return storageEvents(context.storage).pipe(
      filter(({ id }) => id === events.id),
      tap(({ event }) => queue.note(event, context.world.now() + life)),
      exhaustMap(() =>
        of(undefined).pipe(
          expand(() => {
            const next = queue.next;
            if (next === undefined) return EMPTY;
            return timer(Math.max(0, next - context.world.now()), clock).pipe(tap(expire));
          }),
        ),
      ),
      ignoreElements(),
    );
  });
}

/**
 * The expiry times of the events, in ascending order. All events have the same time to live, so the event that was
 * written last expires last.
 */
class ExpiryQueue {
  readonly #due = new Map<string, { readonly at: number; readonly place: Place }>();

  note({ key, object }: StorageEvent, at: number): void {
    this.#due.delete(key);
    if (object === undefined) return;
    const { namespace = '', name } = object.metadata;
    this.#due.set(key, { at, place: { namespace, name } });
  }

  /** The time of the next expiry, in ms since 1970; `undefined` if there is no event. */
  get next(): number | undefined {
    return this.#due.values().next().value?.at;
  }

  /** Removes expired events from the queue, and returns them. `most` is the maximum number of removed events. */
  takeDue(now: number, most: number): readonly Place[] {
    const over: Place[] = [];
    for (const [key, { at, place }] of this.#due) {
      if (at > now || over.length === most) break;
      over.push(place);
      this.#due.delete(key);
    }
    return over;
  }
}
