import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject, concat, NEVER, type Observable, of, Subject } from 'rxjs';
import {
  informer,
  type KubeObject,
  reflect,
  type ReflectOptions,
  type ReflectorStatus,
  type WatchEvent,
} from 'rx-informer';
import { kubeObject, scriptedListerWatcher, virtualCluster } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { added, at, modified, page } from './scenario.ts';

type Event = WatchEvent<KubeObject>;

/** Returns a transform that calls `act` at the first object with this resourceVersion. */
const whenRead = (resourceVersion: string, act: () => void): ((object: KubeObject) => KubeObject) => {
  let done = false;
  return (object) => {
    if (!done && object.metadata.resourceVersion === resourceVersion) {
      done = true;
      act();
    }
    return object;
  };
};

/**
 * Runs a reflector with these watches. Returns the names and versions of its events, and its requests. Omits requests
 * that only read the current resourceVersion.
 */
function reflected(watch: readonly Observable<Event>[], options: ReflectOptions, onEvent?: () => void) {
  const source = scriptedListerWatcher({ list: [of(page('9'))], watch });
  const events: string[] = [];
  const running = reflect(source, { streamingList: 'never', ...options }).subscribe((event) => {
    if ('object' in event)
      events.push(`${event.object.metadata.name}@${event.object.metadata.resourceVersion}`);
    else events.push(event.type);
    if ('object' in event) onEvent?.();
  });
  const requests = (): readonly string[] =>
    source.requests
      .filter(({ options: asked }) => asked.limit !== 1)
      .map(({ verb, options: asked }) => `${verb} ${asked.resourceVersion ?? ''}`.trim());
  return { events, requests, running };
}

describe('an event that arrives during a callback of the reflector', () => {
  it('should be emitted after the event whose transform triggers it, and a watch resumes after both (G2)', () => {
    const watch$ = new Subject<Event>();
    const enabled = new BehaviorSubject(true);
    const transform = whenRead('10', () => watch$.next(added(at('b', '11'))));
    const { events, requests, running } = reflected([watch$, NEVER], { transform, enabled });

    watch$.next(added(at('a', '10')));
    enabled.next(false);
    enabled.next(true);

    expect(events).toEqual(['REPLACED', 'a@10', 'b@11']);
    expect(requests()).toEqual(['list', 'watch 9', 'watch 11']);
    running.unsubscribe();
  });

  it('should not replace the newer state of its object (G2)', () => {
    const watch$ = new Subject<Event>();
    const transform = whenRead('10', () => watch$.next(modified(at('a', '11'))));
    const { events, running } = reflected([watch$], { transform });

    watch$.next(added(at('a', '10')));

    expect(events).toEqual(['REPLACED', 'a@10', 'a@11']);
    running.unsubscribe();
  });

  it('should not be lost when the watch ends in the transform of an event (G2)', () => {
    const watch$ = new Subject<Event>();
    const transform = whenRead('10', () => {
      watch$.next(added(at('b', '11')));
      watch$.error(new Error('broken'));
    });
    const { events, running } = reflected([watch$], { transform });

    watch$.next(added(at('a', '10')));

    expect(events).toEqual(['REPLACED', 'a@10', 'b@11']);
    running.unsubscribe();
  });

  it('should be requested again if the reflector is disabled before it is processed (G2)', () => {
    const watch$ = new Subject<Event>();
    const enabled = new BehaviorSubject(true);
    const transform = whenRead('10', () => watch$.next(added(at('b', '11'))));
    const { events, requests, running } = reflected([watch$, NEVER], { transform, enabled }, () =>
      enabled.next(false),
    );

    watch$.next(added(at('a', '10')));
    enabled.next(true);

    expect(events).toEqual(['REPLACED', 'a@10']);
    expect(requests()).toEqual(['list', 'watch 9', 'watch 10']);
    running.unsubscribe();
  });

  it('should not grow the stack, for any number of events', () => {
    const watch$ = new Subject<Event>();
    const count = 20_000;
    const transform = whenRead('10', () => {
      for (let more = 1; more <= count; more++) watch$.next(modified(at('a', String(10 + more))));
    });
    const { events, running } = reflected([watch$], { transform });

    watch$.next(added(at('a', '10')));

    expect(events).toHaveLength(count + 2);
    expect(events.at(-1)).toBe(`a@${10 + count}`);
    running.unsubscribe();
  });

  it.each(['listing 1', 'watching'])(
    'should not lose a streamed list if it arrives during the status %s (G2)',
    (moment) => {
      const watch$ = new Subject<Event>();
      let done = false;
      const next = (status: ReflectorStatus): void => {
        const received = status.phase === 'listing' ? ` ${status.received}` : '';
        if (done || `${status.phase}${received}` !== moment) return;
        done = true;
        watch$.next(added(at('b', '10')));
      };
      const { events, running } = reflected([concat(of(added(at('a', '8'))), watch$)], {
        streamingList: 'auto',
        status: { next },
      });

      watch$.next({ type: 'BOOKMARK', resourceVersion: '9', initialEventsEnd: true });

      expect(events).toEqual(['REPLACED', 'b@10']);
      running.unsubscribe();
    },
  );

  it.each(['auto', 'never'] as const)(
    'should be stored together with the event before it, with a virtual cluster (streamed: %s)',
    (streamingList) => {
      const scheduler = marbles();
      const versions = scheduler.run(({ flush }) => {
        const pods = virtualCluster().collection('pods');
        for (const name of ['a', 'b']) pods.put(kubeObject(`shop/${name}`));
        const transform = whenRead('4', () => pods.put(kubeObject('shop/b')));
        const live = informer(pods.listerWatcher(), { reflect: { streamingList, transform } });
        const running = live.start();
        scheduler.schedule(() => pods.put(kubeObject('shop/a')), 1_000);
        scheduler.schedule(() => running.unsubscribe(), 2_000);
        flush();
        return live.store.list().map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`);
      });

      expect(versions).toEqual(['a@4', 'b@5']);
    },
  );
});
