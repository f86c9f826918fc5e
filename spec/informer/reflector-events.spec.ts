import { describe, expect, it } from '@jest/globals';
import { asyncScheduler, concat, defer, NEVER, of, Subject, throwError } from 'rxjs';
import {
  informer,
  type InformerStatus,
  type KubeObject,
  OptionsError,
  type ReflectorEvent,
  type ReflectorStatus,
} from 'rx-informer';
import { fakeControllerSource } from 'rx-informer/testing';
import { thing } from '../support/things.ts';
import { virtualTime } from '../support/virtual-time.ts';

type Event = ReflectorEvent<KubeObject>;

const list = (version: string): Event => ({ type: 'REPLACED', items: [], resourceVersion: version });
const bookmark: Event = { type: 'BOOKMARK', resourceVersion: '9' };

/** Collects the statuses of an informer as text. */
function statesOf(things: { readonly status$: InformerStatusSource }): string[] {
  const states: string[] = [];
  things.status$.subscribe((status) => states.push(words(status)));
  return states;
}
type InformerStatusSource = ReturnType<typeof informer>['status$'];

/** Returns how many ms ago the given time was. */
const ago = (time: number): number => asyncScheduler.now() - time;

function words(status: InformerStatus): string {
  const synced = status.hasSynced ? ', synced' : '';
  switch (status.phase) {
    case 'listing':
      return `listing since ${ago(status.since)}, ${status.received} received${synced}`;
    case 'watching':
      return `watching since ${ago(status.since)} from ${status.resourceVersion}${synced}`;
    case 'stopped':
      return `stopped${status.error === undefined ? '' : `: ${status.error.message}`}${synced}`;
    case 'waiting':
      return `waiting${synced}`;
  }
}

describe('the status of an informer over a stream of events', () => {
  virtualTime();

  it('should follow the events: listing, then watching from the version of each list', () => {
    const events = new Subject<Event>();
    const things = informer<KubeObject>(events);
    const states = statesOf(things);
    const running = things.start();

    events.next(bookmark);
    events.next(list('5'));
    events.next({ type: 'ADDED', object: thing('a@6') });
    events.next(list('7'));
    running.unsubscribe();

    expect(states).toEqual([
      'stopped',
      'listing since 0, 0 received',
      'watching since 0 from 5',
      'watching since 0 from 5, synced',
      'watching since 0 from 7, synced',
      'stopped, synced',
    ]);
  });

  it('should contain the error of the stream once, before the subscribers receive it', () => {
    const things = informer<KubeObject>(
      concat(
        of(list('5')),
        throwError(() => new Error('boom')),
      ),
    );
    const states = statesOf(things);
    const seen: string[] = [];

    things.changes().subscribe({ error: () => seen.push(states.at(-1) ?? '') });

    expect(states.filter((state) => state.startsWith('stopped'))).toEqual([
      'stopped',
      expect.stringMatching(/^stopped: .*boom.*, synced$/),
    ]);
    expect(states.at(-1)).toContain('the source');
    expect(seen).toEqual([states.at(-1)]);
  });

  it('should be stopped without an error when the stream completes, and after the stop of a later run', () => {
    let runs = 0;
    const things = informer<KubeObject>(
      defer(() => (++runs === 1 ? throwError(() => new Error('boom')) : concat(of(list('5')), NEVER))),
      { resetDelay: 0 },
    );
    const states = statesOf(things);

    things.changes().subscribe({ error: () => undefined });
    things.changes().subscribe().unsubscribe();

    expect(states.map((state) => state.replace(/ since.*/, '').replace(/:.*boom.*/, ': boom'))).toEqual([
      'stopped',
      'listing',
      'stopped: boom',
      'listing',
      'watching',
      'watching',
      'stopped, synced',
    ]);
    const completed = statesOf(informerOf(of(list('5'))));
    expect(completed.at(-1)).toBe('stopped, synced');
  });

  const informerOf = (events$: Parameters<typeof informer<KubeObject>>[0]) => {
    const things = informer<KubeObject>(events$);
    things.start();
    return things;
  };
});

describe('the option `reflect` of an informer', () => {
  virtualTime();

  it('should pass each status to its observer, whether whole or partial', () => {
    const phases: string[] = [];
    const next = ({ phase }: ReflectorStatus): void => void phases.push(phase);
    for (const status of [{ next }, {}])
      informer(fakeControllerSource([thing('a@1')]), { reflect: { status } })
        .start()
        .unsubscribe();

    expect(phases).toContain('listing');
    expect(phases.filter((phase) => phase === 'stopped')).toHaveLength(1);
  });

  it('should be refused with a shard and a stream of events', () => {
    expect(() => informer<KubeObject>(NEVER, { reflect: { shard: { index: 0, of: 2 } } })).toThrow(
      OptionsError,
    );
  });
});
