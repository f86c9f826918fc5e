import { describe, expect, it } from '@jest/globals';
import { concat, NEVER, of, takeUntil, timer } from 'rxjs';
import {
  informer,
  type InformerStatus,
  type KubeObject,
  reflect,
  type ReflectorStatus,
  StatusError,
} from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { added, at, deleted, modified, page, play, status } from './scenario.ts';

const nameless = { metadata: { uid: 'u' } } as unknown as KubeObject;
const a = at('a', '3');

const counted = ({ phase, incidents }: ReflectorStatus): string => `${phase} ${incidents ?? 'none'}`;

describe('the incidents of a reflector (G4)', () => {
  it('should count each skipped object, with the count in all later statuses', () => {
    const statuses: string[] = [];
    play(({ cold }) => ({
      list: [of(page('9', a, nameless)), of(page('20'))],
      watch: [
        concat(cold('xmx|', { x: added(nameless), m: modified(at('a', '10')) }), status(410)),
        status(403),
      ],
      options: { status: { next: (value) => void statuses.push(counted(value)) } },
      for: 5_000,
    }));

    expect(statuses).toEqual([
      'listing none',
      'listing 1',
      'listing 1',
      'watching 1',
      'watching 2',
      'watching 3',
      'waiting 3',
      'listing 3',
      'listing 3',
      'watching 3',
      'waiting 3',
      'stopped 3',
    ]);
  });

  it('should be counted in the status that `isFatal` receives', () => {
    const given: string[] = [];
    play(() => ({
      list: [of(page('9', a, nameless))],
      watch: [status(410)],
      options: { isFatal: (waiting) => given.push(counted(waiting)) > 1 },
      for: 100,
    }));

    expect(given).toEqual(['waiting 1']);
  });

  it('should contain a transform that threw; its object is emitted unchanged', () => {
    const { events, statuses } = play(() => ({
      list: [of(page('9', a))],
      options: {
        transform: () => {
          throw new Error('mine');
        },
      },
      for: 5,
    }));

    expect(events).toEqual(['0 REPLACED 9: a']);
    expect(statuses).toContain('0 listing 0 incident: HandlerError');
  });

  describe('for an object that cannot be frozen after its transform', () => {
    const frozen = (object: KubeObject): KubeObject => {
      if (object.metadata.resourceVersion !== '10') return object;
      return Object.defineProperty({ ...object, metadata: { ...object.metadata } }, 'phase', {
        enumerable: true,
        get: (): never => {
          throw new Error('no phase');
        },
      });
    };

    it.each([
      ['MODIFIED', modified],
      ['DELETED', deleted],
    ])('should lead to its deletion after %s', (_, event) => {
      const { events, statuses } = play(({ cold }) => ({
        list: [of(page('9', a, at('b', '4')))],
        watch: [cold('xy-', { x: event(at('a', '10')), y: modified(at('b', '11')) })],
        options: { transform: frozen },
        for: 5,
      }));

      expect(events).toEqual(['0 REPLACED 9: a b', '0 DELETED a@10', '1 MODIFIED b@11']);
      expect(statuses.filter((one) => one.includes('HandlerError'))).toHaveLength(1);
    });

    it('should drop the object from a streamed list, including its older state', () => {
      const { events } = play(({ cold }) => ({
        watch: [
          cold('(abde)', {
            a: added(a),
            b: added(at('b', '4')),
            d: modified(at('a', '10')),
            e: { type: 'BOOKMARK', resourceVersion: '10', initialEventsEnd: true },
          }),
        ],
        options: { transform: frozen, streamingList: 'auto' },
        for: 5,
      }));

      expect(events).toEqual(['0 REPLACED 10: b']);
    });

    it('should emit the stored state with the deletion', () => {
      const emitted: unknown[] = [];
      const source = scriptedListerWatcher({
        list: [of(page('9', a))],
        watch: [concat(of(modified(at('a', '10'))), NEVER)],
      });
      marbles().run(() => {
        const pods = informer(source, { reflect: { transform: frozen, streamingList: 'never' } });
        pods
          .changes()
          .pipe(takeUntil(timer(5)))
          .subscribe((change) => {
            if (change.type === 'deleted')
              emitted.push([change.object, change.finalStateKnown, change.cause]);
          });
      });

      expect(emitted).toEqual([[a, false, 'watch']]);
    });

    it('should emit a deletion with only its key, uid and version', () => {
      const emitted: unknown[] = [];
      const source = scriptedListerWatcher({
        list: [of(page('9', a))],
        watch: [concat(of(deleted(at('ns/a', '10'))), NEVER)],
      });
      marbles().run(() => {
        const reflected$ = reflect(source, { transform: frozen, streamingList: 'never' });
        reflected$.pipe(takeUntil(timer(5))).subscribe((event) => {
          if (event.type === 'DELETED') emitted.push(event);
        });
      });

      const metadata = { name: 'a', namespace: 'ns', uid: expect.any(String), resourceVersion: '10' };
      expect(emitted).toEqual([{ type: 'DELETED', object: { metadata }, finalStateKnown: false }]);
      expect(Object.isFrozen((emitted[0] as { object: unknown }).object)).toBe(true);
    });
  });

  it('should keep `finalStateKnown: false` of the source, with and without a transform', () => {
    const unknown = { ...deleted(at('a', '10')), finalStateKnown: false } as const;
    for (const transform of [undefined, (object: KubeObject): KubeObject => ({ ...object })]) {
      const emitted: unknown[] = [];
      marbles().run(() => {
        const source = scriptedListerWatcher({
          list: [of(page('9', a))],
          watch: [concat(of(unknown), NEVER)],
        });
        reflect(source, { streamingList: 'never', ...(transform && { transform }) })
          .pipe(takeUntil(timer(5)))
          .subscribe((event) => emitted.push(event));
      });

      expect(emitted[1]).toEqual(unknown);
    }
  });

  it('should be counted from 0 for each subscription', () => {
    const statuses: ReflectorStatus[] = [];
    const source = scriptedListerWatcher({ list: [of(page('9', nameless))], watch: [NEVER] });
    const reflected = reflect(source, {
      streamingList: 'never',
      status: { next: (value) => void statuses.push(value) },
    });
    reflected.subscribe().unsubscribe();
    reflected.subscribe().unsubscribe();

    expect(statuses.filter(({ phase }) => phase === 'stopped').map(counted)).toEqual([
      'stopped 1',
      'stopped 1',
    ]);
  });

  it('should be counted in the status of an informer, whenever it is read', () => {
    const scheduler = marbles();
    scheduler.run(({ cold, flush }) => {
      const watch = [cold<ReturnType<typeof added>>('x-x', { x: added(nameless) })];
      const pods = informer(scriptedListerWatcher({ list: [of(page('9', a))], watch }), {
        reflect: { streamingList: 'never' },
      });
      const running = pods.changes().subscribe();
      const late: InformerStatus[] = [];
      scheduler.schedule(() => {
        pods.status$.subscribe((value) => void late.push(value)).unsubscribe();
        running.unsubscribe();
      }, 5);
      flush();

      expect(late).toMatchObject([{ phase: 'watching', hasSynced: true, incidents: 2 }]);
    });
  });
});

describe('the last error of a reflector', () => {
  it('should be in each status of the list that retries, until the watch', () => {
    const statuses: string[] = [];
    play(({ cold }) => ({
      list: [status(503), of(page('9', a, nameless)), of(page('12'))],
      watch: [cold('10s #', {}, new StatusError({ code: 410 })), NEVER],
      options: {
        status: {
          next: (value) => {
            const error = 'lastError' in value ? value.lastError : undefined;
            statuses.push(`${value.phase} ${error?.failure ?? 'none'}`);
          },
        },
      },
      for: 20_000,
    }));

    expect(statuses).toEqual([
      'listing none',
      'waiting none',
      'listing throttled',
      'listing throttled', // this status reports the incident: an object without a name
      'listing throttled',
      'watching none',
      'waiting none',
      'listing expired',
      'listing expired',
      'watching none',
      'stopped none',
    ]);
  });

  it('should be forgotten when the reflector is disabled', () => {
    const lists: boolean[] = [];
    play(({ hot }) => ({
      list: [status(503), of(page('9'))],
      options: {
        enabled: hot('y 99ms n 99ms y', { y: true, n: false }),
        status: {
          next: (value) => {
            if (value.phase === 'listing') lists.push('lastError' in value);
          },
        },
      },
      for: 20_000,
    }));

    expect(lists).toEqual([false, false, false]);
  });
});
