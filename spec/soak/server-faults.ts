import { concatMap, defer, delay, interval, map, merge, type Observable, of, range, take, tap } from 'rxjs';
import { StatusError, type Transport } from 'rx-informer';
import type { Collection } from './collection.ts';
import type { SoakServer } from './soak-server.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A transport that reads the token once, and reads it again only after a 401. */
export function rotating(server: SoakServer): Transport {
  let token = server.token;
  return {
    open: (request) =>
      defer(() => server.answer(request, token)).pipe(
        tap({
          error: (error: unknown) => {
            if (error instanceof StatusError && error.code === 401) token = server.token;
          },
        }),
      ),
  };
}

/**
 * Emits the sizes of bursts of changes. On average, a burst has ten changes. All bursts together have `changes`
 * changes, and the last burst comes before `until`.
 */
export function bursts(changes: number, until: number, random: () => number): Observable<number> {
  return defer(() => {
    const ticks = Math.ceil(changes / 10);
    let left = changes;
    return interval(Math.floor(until / ticks)).pipe(
      take(ticks),
      map((tick) => {
        const burst = tick === ticks - 1 ? left : Math.min(left, Math.floor(random() * 21));
        left -= burst;
        return burst;
      }),
    );
  });
}

/** The faults of the test server during the soak test. */
export function serverFaults(
  server: SoakServer,
  collection: Collection,
  { end, random }: { readonly end: number; readonly random: () => number },
): Observable<unknown> {
  let before = 0;
  const compactions$ = interval(5 * minute).pipe(
    tap(() => {
      collection.compact(before);
      before = collection.version;
    }),
  );
  const rotations$ = interval(hour).pipe(tap((nth) => (server.token = `token-${nth + 1}`)));
  const resets$ = interval(10 * minute).pipe(tap(() => random() < 0.3 && server.cut()));
  // Compacts the version from which the client wants to resume, before the client sends its request.
  const forgotten$ = interval(3.3 * hour).pipe(
    tap(() => {
      server.cut();
      server.change(3);
      collection.compact(collection.version);
    }),
  );
  const outages$ = range(0, Math.floor((end - 2 * hour) / (6 * hour)) + 1).pipe(
    concatMap((nth) => of(nth).pipe(delay(nth === 0 ? hour : 6 * hour - 12 * minute))),
    concatMap((nth) => {
      server.isDown = true;
      server.cut();
      return of(nth).pipe(
        delay(12 * minute),
        tap(() => (server.isDown = false)),
      );
    }),
  );
  const rollback$ = of(0).pipe(
    delay(end / 2),
    tap(() => (server.streamsLists = false)),
  );
  return merge(compactions$, rotations$, resets$, forgotten$, outages$, rollback$);
}
