import { concat, defer, EMPTY, finalize, type Observable, of, repeat, timer } from 'rxjs';
import { type KubeError, type KubeObject } from '../objects/index.ts';
import { elapsed } from '../scheduling/index.ts';
import { checkSource, type ListerWatcher } from '../source/index.ts';
import { checkPhase, listPhase } from './list-phase.ts';
import { decide, type Ending, type Wait } from './machine/decide.ts';
import { type Kept, keptOf, type Plan, planned } from './machine/memory.ts';
import { type ReflectOptions, settingsOf } from './reflect-options.ts';
import { createContext, type ReflectorConsumer, type ReflectorContext } from './reflector-context.ts';
import type { ReflectorEvent } from './reflector-event.ts';
import type { WaitingStatus } from './reflector-status.ts';
import { newRecord, type RequestRecord } from './request-record.ts';
import { watchPhase } from './watch-phase.ts';
import { whileEnabled } from './while-enabled.ts';

/**
 * Keeps up with one collection for as long as it is subscribed: `REPLACED` for each complete list, watch events in
 * between; freezes each object once.
 *
 * Lists, watches, resumes from the last version, relists after a 410, backs off and notices silence, by the table
 * of docs/faults.md with client-go's numbers (B19–B61). No recoverable fault is an error: `status` gets
 * each. The stream ends only when `isFatal` says so, by default for a request that can never work.
 *
 * The first list asks for the most recent state in pages of 500, or streamed, where client-go asks for version "0": a
 * server ignores the limit then.
 *
 * @throws OptionsError when an option is not what it may be
 *
 * @example
 * ```ts
 * reflect(listWatch(transport, core.v1.pods))
 *   .pipe(deltaFifo())
 *   .subscribe(store);
 * ```
 */
export function reflect<T extends KubeObject>(
  source: ListerWatcher<T>,
  options?: ReflectOptions<T>,
): Observable<ReflectorEvent<T>>;
/** @internal */
export function reflect<T extends KubeObject>(
  source: ListerWatcher<T>,
  options: ReflectOptions<T>,
  consumer: ReflectorConsumer<T>,
): Observable<ReflectorEvent<T>>;
export function reflect<T extends KubeObject>(
  source: ListerWatcher<T>,
  options: ReflectOptions<T> = {},
  consumer: ReflectorConsumer<T> = {},
): Observable<ReflectorEvent<T>> {
  const settings = settingsOf('reflect', options);
  checkSource('reflect', source);
  // Of the server, not of a subscription: one that refuses streamed lists is not asked again after a restart, and one whose
  // versions went back may have counted past the newest meanwhile.
  let kept: Kept = { streaming: settings.streaming, newest: '', wentBack: false };

  return defer(() => {
    const context = createContext(source, settings, kept, consumer);
    let wait: Wait | undefined;
    let ended = false;
    const stopped = (how: { readonly error?: KubeError; readonly disabled?: true } = {}): void => {
      kept = keptOf(context.memory, settings.now());
      if (!ended) context.tell({ phase: 'stopped', ...how });
    };

    const running$ = attempt(context, (next) => {
      wait = next;
      if (next === undefined) return;
      const status = context.counted(waiting(next, settings.now()));
      if (settings.isFatal(status)) {
        stopped({ error: next.error });
        ended = true;
        throw next.error;
      }
      context.tell(status);
    }).pipe(repeat({ delay: () => (wait === undefined || wait.delay === 0 ? of(0) : timer(wait.delay)) }));

    const onDisabled = (): void => {
      const { memory } = context;
      // What ended this watch says nothing of the server, which may be another one when the reflector is enabled again.
      if (memory.reading) memory.plan = 'list';
      else if (memory.plan === 'watch') memory.plan = 'check';
      memory.reading = false;
      stopped({ disabled: true });
    };
    return whileEnabled(settings.enabled, running$, onDisabled).pipe(finalize(() => stopped()));
  });
}

/** One request; when it has ended, `onEnd` hears what the decision table says, and may throw. */
function attempt<T extends KubeObject>(
  context: ReflectorContext<T>,
  onEnd: (wait: Wait | undefined) => void,
): Observable<ReflectorEvent<T>> {
  return defer(() => {
    const { memory, settings } = context;
    const plan = planned(memory);
    const record = newRecord();

    return concat(
      request(context, plan, record),
      defer(() => {
        context.rethrow();
        onEnd(decide(memory, endingOf(plan, record, settings.now()), settings));
        return EMPTY;
      }),
    );
  });
}

function request<T extends KubeObject>(
  context: ReflectorContext<T>,
  plan: Plan,
  record: RequestRecord,
): Observable<ReflectorEvent<T>> {
  if (plan.kind === 'check') return checkPhase(context, record);
  return plan.kind === 'list' ? listPhase(context, plan, record) : watchPhase(context, plan, record);
}

function endingOf(
  plan: Plan,
  { error, begun, openedAt, unanswered, frames, silent, repeated, behind }: RequestRecord,
  now: number,
): Ending {
  return {
    plan,
    silent,
    repeated,
    begun,
    synced: plan.kind === 'stream' && openedAt !== undefined,
    unanswered,
    lived: openedAt === undefined || unanswered ? 0 : elapsed(openedAt, now),
    frames,
    behind,
    ...(error === undefined ? {} : { error }),
  };
}

function waiting({ error, failure, attempt: count, delay }: Wait, now: number): WaitingStatus {
  return { phase: 'waiting', since: now, error, failure, attempt: count, retryAt: now + delay };
}
