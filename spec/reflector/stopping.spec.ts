import { describe, expect, it } from '@jest/globals';
import {
  concat,
  finalize,
  ignoreElements,
  lastValueFrom,
  map,
  NEVER,
  type Observable,
  of,
  take,
  tap,
  toArray,
} from 'rxjs';
import {
  type KubeObject,
  listWatch,
  reflect,
  type ReflectOptions,
  type ReflectorStatus,
  type WatchEvent,
} from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { bytes, fakeTransport, frameText, pageText } from '../source/fake-transport.ts';
import { marbles } from '../support/marbles.ts';
import { at, modified, page, play, status } from './scenario.ts';

const a = at('a', '3');
const paged: ReflectOptions = { streamingList: 'never', random: () => 0 };
const pods = { group: '', version: 'v1', resource: 'pods' };

describe('the end of a reflector', () => {
  it('should prevent the watch when the list ends the subscription (B26)', () => {
    const source = scriptedListerWatcher({ list: [of(page('9', a))], watch: [NEVER] });

    reflect(source, paged).pipe(take(1), ignoreElements()).subscribe();

    expect(source.requests.map(({ verb }) => verb)).toEqual(['list']);
  });

  it('should unsubscribe from a watch that has just opened (B27)', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const watch = cold<WatchEvent<KubeObject>>('-m', { m: modified(at('a', '10')) });
      const source = scriptedListerWatcher({ list: [of(page('9'))], watch: [watch] });

      expectObservable(reflect(source, paged), '(^!)');
      expectSubscriptions(watch.subscriptions).toBe('(^!)');
    });
  });

  it('should unsubscribe from a watch between two events (B28)', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const watch = cold('-m-m', { m: modified(at('a', '10')) });
      const source = scriptedListerWatcher({ list: [of(page('9'))], watch: [watch] });

      expectObservable(reflect(source, paged), '^-!').toBe('rm', {
        r: { type: 'REPLACED', items: [], resourceVersion: '9' },
        m: modified(at('a', '10')),
      });
      expectSubscriptions(watch.subscriptions).toBe('^-!');
    });
  });

  it('should drop the received events when an event ends the subscription (B29)', async () => {
    const lines = ['a', 'b', 'c'].map((name) => frameText('ADDED', name)).join('');
    let read = 0;
    const transport = fakeTransport(of(bytes(pageText('5', ''))), of(bytes(lines)), NEVER);

    const emitted = await lastValueFrom(
      reflect(listWatch(transport, pods), { ...paged, transform: (object) => (read++, object) }).pipe(
        take(2),
        map(({ type }) => type),
        toArray(),
      ),
    );

    expect(emitted).toEqual(['REPLACED', 'ADDED']);
    expect(read).toBe(1);
    expect(transport.requests).toHaveLength(2);
  });

  it.each<
    [string, (watch: Observable<WatchEvent<KubeObject>>) => Observable<WatchEvent<KubeObject>>, number]
  >([
    ['it is stopped', (watch) => watch, 1],
    ['its server closes it', (watch) => watch.pipe(take(2)), 2],
    ['it breaks off', (watch) => concat(watch.pipe(take(2)), status(500)), 2],
    ['it becomes idle', (watch) => concat(watch.pipe(take(2)), NEVER), 2],
  ])('should close the watch when %s (B41)', (_how, ended, watches) => {
    let open = 0;
    let opened = 0;
    play(({ cold }) => {
      const live = concat(cold('mm|', { m: modified(at('a', '10')) }), NEVER);
      const watch = ended(live).pipe(
        tap({ subscribe: () => (open++, opened++) }),
        finalize(() => open--),
      );
      return {
        list: [of(page('9'))],
        watch: [watch, watch, NEVER],
        options: watches === 1 ? {} : { idleTimeout: 1_000 },
        for: watches === 1 ? 100 : 2_500,
      };
    });

    expect(open).toBe(0);
    expect(opened).toBe(watches);
  });

  it('should close an idle watch before it opens the next (B41)', () => {
    const order: string[] = [];
    const emitted: ReflectorStatus['phase'][] = [];
    play(() => ({
      list: [of(page('9'))],
      watch: [
        NEVER.pipe(finalize(() => order.push('closed'))),
        NEVER.pipe(tap({ subscribe: () => void order.push('opened') })),
      ],
      options: { idleTimeout: 1_000, status: { next: ({ phase }) => void emitted.push(phase) } },
      for: 2_500,
    }));

    expect(order).toEqual(['closed', 'opened']);
    expect(emitted).toEqual(['listing', 'listing', 'watching', 'waiting', 'watching', 'stopped']);
  });
});
