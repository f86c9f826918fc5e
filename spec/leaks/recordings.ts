import {
  asyncScheduler,
  defer,
  delay,
  finalize,
  map,
  type Observable,
  startWith,
  Subject,
  takeUntil,
  tap,
} from 'rxjs';
import { type KubeObject, listWatch, reflect, type ReflectorEvent } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { record, recordListerWatcher, replay, replayListerWatcher } from 'rx-informer/recording';
import {
  dropConnection,
  duplicate,
  stallStream,
  lagBehind,
  showPlan,
  throttleBody,
  withFaults,
} from 'rx-informer/testing';
import { type Holder, operator } from './holders.ts';
import type { Lab } from './lab.ts';

const header = '{"format":"rx-informer-recording","version":1,"time":0}';
const line = (stage: string, value: unknown): string =>
  JSON.stringify({ time: asyncScheduler.now(), stage, value });
const unkept = (): void => undefined;

const values$ = ({ events$ }: Lab): Observable<string> =>
  events$.pipe(
    map((event) => line('values', event)),
    startWith(header),
  );

/** A recording of one request: a streaming list that never ends. */
const requests$ = ({ events$ }: Lab): Observable<string> =>
  events$.pipe(
    map((event) =>
      event.type === 'REPLACED'
        ? { type: 'BOOKMARK', resourceVersion: event.resourceVersion, initialEventsEnd: true }
        : event,
    ),
    map((event) => line('requests', { request: 1, event })),
    startWith(header, line('requests', { request: 1, verb: 'watch', options: { sendInitialEvents: true } })),
  );

const tracked =
  ({ track }: Lab) =>
  (events$: Observable<ReflectorEvent<KubeObject>>) =>
    events$.pipe(tap((event) => ('object' in event ? track(event.object) : undefined)));

/** The operators of `rx-informer/recording` that the leak test checks. */
export const recordings: readonly Holder[] = [
  operator('record', ({ events$ }) => events$.pipe(record(unkept))),
  operator('recordListerWatcher', ({ source }) => reflect(recordListerWatcher(source, unkept))),
  operator('replay, at once', (lab) =>
    replay<ReflectorEvent<KubeObject>>(values$(lab), { speed: Infinity }).pipe(tracked(lab)),
  ),
  operator('replay of lines that arrive late', (lab) =>
    replay<ReflectorEvent<KubeObject>>(values$(lab), { speed: 0.5 }).pipe(tracked(lab)),
  ),
  ...[0.5, Infinity].map((speed) =>
    operator(`replayListerWatcher, whose source of lines ends, speed ${speed}`, (lab) =>
      defer(() => {
        const left = new Subject<void>();
        const source = replayListerWatcher(requests$(lab).pipe(takeUntil(left)), { speed });
        return reflect(source).pipe(
          tracked(lab),
          finalize(() => left.next()),
        );
      }),
    ),
  ),
  operator('listWatch over a transport', (lab) =>
    reflect(listWatch<KubeObject>(lab.transport, core.v1.pods)).pipe(tracked(lab)),
  ),
  ...[dropConnection(), duplicate(), stallStream(), lagBehind({ delay: 20 }), throttleBody({ every: 3 })].map(
    (fault) =>
      operator(`withFaults: ${showPlan([fault])}`, ({ source }) => reflect(withFaults(source, fault))),
  ),
  operator('withFaults', ({ source }) =>
    reflect(withFaults(source, { watch: (events$) => events$.pipe(delay(9)) })),
  ),
];
