import { concat, defer, distinctUntilChanged, EMPTY, expand, finalize, map, type Observable, of } from 'rxjs';
import { reportUnhandledError } from '../scheduling/index.ts';
import type { Transport } from '../source/index.ts';
import { type ElectionSettings, electionSettings, type LeaseOptions } from './leader-election-options.ts';
import { electorActions } from './leader-election-requests.ts';
import type { ElectorEvent, ElectorState, Leadership } from './machine/elector-types.ts';
import { advance, newElector } from './machine/leader-elector.ts';

/**
 * Elects one leader among the processes that use the same Lease, as client-go's `LeaderElector` does (B233–B245). Each subscription is a
 * candidate of its own.
 *
 * Emits `isLeader: false` first, and then each change. The Observable never completes and never errors: after a loss, or an error such as a 403, it tries
 * again. The member `error` shows why the last attempt failed.
 *
 * The leadership ends as soon as this process reads another holder, or cannot renew the Lease before the
 * `renewDeadline` or before the Lease expires. First `isLeader: false` is emitted, so that the work can stop. Then a
 * write releases the Lease. The write succeeds only if this process is still the holder. An unsubscribe also releases
 * the Lease, after the subscribers have been unsubscribed.
 *
 * A Lease without a holder, or without a spec, is free. A Lease with an unreadable spec (a wrong type, a negative
 * number, a text that is not a time) counts as held by an unknown process. If the Lease does not change for the
 * `leaseDuration` of this process, this process takes it over.
 *
 * **A Lease does not exclude two leaders.** A process that was paused (SIGSTOP, a suspended machine, a blocked event loop) still believes that it
 * leads when it continues, until its next timer runs. So give each write that needs the leadership a precondition: send the
 * `resourceVersion` of the object that the decision is based on. `edit` of a `ResourceClient` does so.
 *
 * @throws OptionsError for an argument that is not allowed. As in client-go, `leaseDuration` must be more than `renewDeadline`, and
 * `renewDeadline` more than 1.2 times the `retryPeriod`
 *
 * @example
 * ```ts
 * const leadership$ = leaderElection(transport, { key: 'kube-system/my-controller', identity: 'pod-1' });
 * const work$ = leadership$.pipe(
 *   map(({ isLeader }) => isLeader),
 *   distinctUntilChanged(),
 *   switchMap((isLeader) => (isLeader ? interval(1_000) : EMPTY)),
 * );
 * ```
 */
export function leaderElection(transport: Transport, lease: LeaseOptions): Observable<Leadership> {
  const settings = electionSettings('leaderElection', transport, lease);
  const { key, beforeRelease } = settings;
  return elect(settings, electorActions(transport, key, beforeRelease));
}

/** Runs the state machine: each action causes one event, and each event the next action. */
function elect(
  settings: ElectionSettings,
  perform: ReturnType<typeof electorActions>,
): Observable<Leadership> {
  return defer(() => {
    let state: ElectorState = newElector;
    let isStopped = false;
    const enter = (event: ElectorEvent): ElectorState =>
      (state = advance(settings, state, event, settings.now()));
    const act = ({ action }: ElectorState): Observable<ElectorState> =>
      action === undefined ? EMPTY : perform(action).pipe(map(enter));
    const states$ = concat(
      of(newElector),
      defer(() => of(enter({ type: 'start' }))).pipe(
        // A subscriber that unsubscribes during a notification must not cause another request.
        expand((next) => (isStopped ? EMPTY : act(next))),
      ),
    );
    const release = (): void => {
      of(enter({ type: 'stop' }))
        .pipe(expand(act))
        .subscribe({ error: reportUnhandledError });
    };
    return states$.pipe(
      map(({ leadership }) => leadership),
      distinctUntilChanged(),
      finalize(() => {
        isStopped = true;
        release();
      }),
    );
  });
}
