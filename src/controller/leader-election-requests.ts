import {
  catchError,
  concat,
  defer,
  endWith,
  from,
  ignoreElements,
  map,
  type Observable,
  type ObservableInput,
  of,
  throwError,
  timeout,
  timer,
} from 'rxjs';
import { resourceClient } from '../client/index.ts';
import {
  asKubeError,
  ConnectionError,
  defineResource,
  type ObjectKey,
  type Resource,
} from '../objects/index.ts';
import { taskEnd$ } from '../scheduling/index.ts';
import type { Transport } from '../source/index.ts';
import type { ElectorAction, ElectorEvent } from './machine/elector-types.ts';
import type { LeaseObject } from './machine/lease-record.ts';

/** The Leases of Kubernetes. The type of `spec` is `unknown`, because any client can write a Lease. */
export const leases: Resource<LeaseObject> = defineResource<LeaseObject>({
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
});

/**
 * Returns a function that performs the actions of an elector. Each action emits one event and completes: a failure is an event too.
 */
export function electorActions(
  transport: Transport,
  key: ObjectKey,
  beforeRelease: (() => ObservableInput<unknown>) | undefined,
): (action: ElectorAction) => Observable<ElectorEvent> {
  const client = resourceClient(transport, leases);
  const answered = (lease$: Observable<LeaseObject>, limit: number): Observable<ElectorEvent> =>
    lease$.pipe(
      map((lease): ElectorEvent => ({ type: 'answered', lease })),
      within(
        limit,
        `the request for the Lease ${key} had no answer within ${Math.round(limit)} ms`,
        'nothing to do: the elector sends it again; if the failure lasts, check the server and the network',
      ),
    );

  return (action) => {
    switch (action.do) {
      case 'read':
        return answered(client.get(key), action.limit);
      case 'create':
        return answered(client.create(action.lease), action.limit);
      case 'update':
        return answered(client.update(action.lease), action.limit);
      case 'wait':
        return timer(action.ms).pipe(map(() => waited));
      case 'drain':
        return drained(beforeRelease, action.limit);
    }
  };
}

/**
 * If the program unsubscribes from `leadership$.pipe(switchMap(…))`, the leadership ends first, and the work ends later
 * in the same task. So `beforeRelease` is called only at the end of the task.
 */
function drained(
  beforeRelease: (() => ObservableInput<unknown>) | undefined,
  limit: number,
): Observable<ElectorEvent> {
  const work$ = beforeRelease && defer(() => from(beforeRelease()));
  return concat(
    taskEnd$.pipe(ignoreElements()),
    work$ === undefined
      ? of(waited)
      : work$.pipe(
          ignoreElements(),
          endWith(waited),
          within(
            limit,
            'the work had not drained when the Lease expired',
            'make the work end sooner, or raise `leaseDuration`',
          ),
        ),
  );
}

/** Converts an error to an event `failed`. It is also an error if nothing is emitted within `limit` ms. */
function within(
  limit: number,
  text: string,
  advice: string,
): (event$: Observable<ElectorEvent>) => Observable<ElectorEvent> {
  return (event$) =>
    event$.pipe(
      timeout({ first: limit, with: () => throwError(() => new ConnectionError(text, { advice })) }),
      catchError((error: unknown) =>
        of<ElectorEvent>({ type: 'failed', error: asKubeError(error, 'the request') }),
      ),
    );
}

const waited: ElectorEvent = { type: 'waited' };
