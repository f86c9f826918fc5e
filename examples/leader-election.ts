/**
 * Runs one process of a group. Only the leader of the group writes: it increments a number in the ConfigMap `counter`.
 * Start the program several times, and kill the process that leads.
 *
 * If a process was paused, it believes that it still leads until its next timer runs. Its late write must fail.
 * Therefore `edit` sends the resourceVersion that the process has read, and `attempts: 1` prevents a second attempt.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import {
  catchError,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  interval,
  map,
  type Observable,
  of,
  switchMap,
} from 'rxjs';
import { takeUntil, tap } from 'rxjs';
import { resourceClient } from 'rx-informer/client';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { leaderElection, runUntilSignal } from 'rx-informer/controller';
import { core } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);
const identity = process.env['IDENTITY'] ?? `process-${process.pid}`;
const configMaps = resourceClient(transport, core.v1.configmaps);

const leadership$ = leaderElection(transport, {
  key: `${namespace}/counter`,
  identity,
  leaseDuration: 3_000,
  renewDeadline: 2_000,
  retryPeriod: 500,
});

const count = (): Observable<unknown> =>
  configMaps
    .edit(
      `${namespace}/counter`,
      (draft) => {
        const last = Number(draft.data?.['count'] ?? 0);
        draft.data = { ...draft.data, count: String(last + 1), [`by-${last + 1}`]: identity };
      },
      { attempts: 1 },
    )
    .pipe(
      tap(({ data }) => console.log('counted', data?.['count'])),
      catchError((error: unknown) => {
        console.log('refused', String(error));
        return of(undefined);
      }),
    );

await runUntilSignal((stop$) =>
  leadership$.pipe(
    map(({ isLeader }) => isLeader),
    distinctUntilChanged(),
    tap((isLeader) => console.log(isLeader ? 'leads' : 'waits')),
    switchMap((isLeader) => (isLeader ? interval(100).pipe(exhaustMap(count)) : EMPTY)),
    takeUntil(stop$),
  ),
);
