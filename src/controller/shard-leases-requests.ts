import {
  catchError,
  defer,
  EMPTY,
  endWith,
  forkJoin,
  from,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  take,
  throwError,
  timeout,
  timer,
} from 'rxjs';
import { resourceClient } from '../client/index.ts';
import { asKubeError, ConnectionError, type KubeError, keyOf, StatusError } from '../objects/index.ts';
import { runGuarded, taskEnd$ } from '../scheduling/index.ts';
import { listWatch, type Transport } from '../source/index.ts';
import { leases } from './leader-election-requests.ts';
import { shardLabel } from './machine/seen-lease.ts';
import type {
  ShardAction,
  ShardAnswer,
  ShardEvent,
  ShardSettings,
  ShardWrite,
} from './machine/shard-types.ts';
import type { ShardLeaseOptions } from './shard-leases-options.ts';

/** Returns a function that performs the actions of `shardLeases`. Each action emits one event and completes: a failure is an event too. */
export function shardActions(
  transport: Transport,
  { namespace, prefix }: ShardSettings,
  { beforeRelease, onError }: Pick<ShardLeaseOptions, 'beforeRelease' | 'onError'>,
): (action: ShardAction) => Observable<ShardEvent> {
  const client = resourceClient(transport, leases);
  const source = listWatch(transport, leases, { namespace, labelSelector: `${shardLabel}=${prefix}` });
  const failed = (thrown: unknown): KubeError => {
    const error = asKubeError(thrown, 'the request');
    if (!isConflict(error)) runGuarded(() => onError?.(error));
    return error;
  };
  const drained = (shard: number): Observable<never> =>
    defer(() => (beforeRelease === undefined ? EMPTY : from(beforeRelease(shard)))).pipe(
      ignoreElements(),
      catchError(() => EMPTY),
    );

  const sent = (write: ShardWrite): Observable<ShardAnswer> => {
    if (write.do === 'create') {
      const { name } = write.lease.metadata;
      return client.create(write.lease).pipe(
        map((lease): ShardAnswer => ({ write, lease })),
        // After a conflict, this code reads the Lease that exists. The list does not contain a Lease without the label.
        catchError((error: unknown) =>
          isConflict(error)
            ? client.get(`${namespace}/${name}`).pipe(map((found): ShardAnswer => ({ write, found })))
            : throwError(() => error),
        ),
      );
    }
    if (write.do === 'read') {
      return client.get(keyOf(write.lease)).pipe(
        map((found): ShardAnswer => ({ write, found })),
        catchError((error: unknown) =>
          hasCode(error, 404) ? of<ShardAnswer>({ write }) : throwError(() => error),
        ),
      );
    }
    if (write.do === 'update') return client.update(write.lease).pipe(map((lease) => ({ write, lease })));
    const { uid, resourceVersion } = write.lease.metadata;
    return client
      .delete(keyOf(write.lease), { preconditions: { uid, resourceVersion } })
      .pipe(map(() => ({ write })));
  };

  return (action) => {
    switch (action.do) {
      case 'list':
        return source.list().pipe(
          take(1),
          map(({ items }): ShardEvent => ({ type: 'listed', leases: items })),
          within(action.limit),
          catchError((thrown: unknown) => {
            failed(thrown);
            return of<ShardEvent>({ type: 'failed' });
          }),
        );
      case 'write': {
        const answer$ = action.writes.map((write) =>
          sent(write).pipe(
            within(action.limit),
            catchError((thrown: unknown) => of<ShardAnswer>({ write, error: failed(thrown) })),
          ),
        );
        const answers$ = answer$.length === 0 ? of<ShardAnswer[]>([]) : forkJoin(answer$);
        return answers$.pipe(map((answers): ShardEvent => ({ type: 'wrote', answers })));
      }
      case 'wait':
        return timer(action.ms).pipe(map((): ShardEvent => ({ type: 'waited' })));
      case 'drain': {
        const { shard } = action;
        return drained(shard).pipe(endWith<ShardEvent>({ type: 'drained', shard }));
      }
      case 'drainAll':
        // If the program unsubscribes from `shards$.pipe(switchMap(…))`, `shards$` ends first, and the work ends later
        // in the same task. So the release waits for the end of the task.
        return taskEnd$.pipe(
          mergeMap(() => merge(...action.shards.map(drained)).pipe(endWith(undefined))),
          map((): ShardEvent => ({ type: 'waited' })),
          within(action.limit),
          catchError(() => of<ShardEvent>({ type: 'failed' })),
        );
    }
  };
}

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof StatusError && error.code === code;
const isConflict = (error: unknown): boolean => hasCode(error, 409);

const within =
  <T>(limit: number) =>
  (source$: Observable<T>): Observable<T> =>
    source$.pipe(
      timeout({
        first: limit,
        with: () =>
          throwError(
            () =>
              new ConnectionError(`a request for the Leases had no answer within ${Math.round(limit)} ms`, {
                advice:
                  'nothing to do: it is sent again; if the failure lasts, check the server and the network',
              }),
          ),
      }),
    );
