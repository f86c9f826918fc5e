import { describe, expect, it, jest } from '@jest/globals';
import {
  concat,
  defer,
  EMPTY,
  firstValueFrom,
  map,
  NEVER,
  type Observable,
  of,
  retry,
  tap,
  throwError,
} from 'rxjs';
import {
  ConnectionError,
  type KubeError,
  type KubeObject,
  type ListPage,
  listWatch,
  ProtocolError,
  reflect,
  type ReflectOptions,
  type ReflectorEvent,
  StatusError,
} from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { bytes, fakeTransport, pageText } from '../source/fake-transport.ts';
import { garbageCollector } from '../support/garbage-collector.ts';
import { until } from '../support/until.ts';
import { at, bookmark, modified, page, play, status } from './scenario.ts';

const a = at('a', '3');
const b = at('b', '4');
const paged: ReflectOptions = { streamingList: 'never' };

/** Runs a reflector with the given first list. Returns its first failure. */
function firstFailure(list: Observable<ListPage<KubeObject>>): KubeError | undefined {
  const failures: KubeError[] = [];
  play(() => ({
    list: [list, NEVER],
    options: {
      status: {
        next: (status) => {
          if (status.phase === 'waiting') failures.push(status.error);
        },
      },
    },
    for: 100,
  }));
  return failures[0];
}

describe('the lists of a reflector', () => {
  describe('resourceVersion', () => {
    it('should be that of the last list or event, never an older one (B2)', () => {
      const { requests } = play(({ cold }) => ({
        list: [of(page('9')), of(page('20')), of(page('30')), of(page('40'))],
        watch: [
          status(410),
          concat(cold('6s m|', { m: modified(at('a', '22')) }), status(410)),
          concat(cold('6s k|', { k: bookmark('35') }), status(410)),
          NEVER,
        ],
        for: 60_000,
      }));

      expect(requests.filter((line) => line.includes(' list '))).toEqual([
        '0 list limit=500',
        '800 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
        '7601 list resourceVersion=22&resourceVersionMatch=NotOlderThan&limit=500',
        '14402 list resourceVersion=35&resourceVersionMatch=NotOlderThan&limit=500',
      ]);
    });

    it('should be reported as a failure, and back off, if the most recent state is refused too (B6)', () => {
      const { requests, statuses, events } = play(() => ({
        list: [of(page('9')), status(410, 'Expired'), status(500), of(page('15'))],
        watch: [status(410), NEVER],
        for: 10_000,
      }));

      expect(requests.slice(2)).toEqual([
        '800 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
        '800 list limit=500',
        '1600 list limit=500',
        '1600 watch resourceVersion=15',
      ]);
      expect(statuses).toContain('800 waiting transient #1 until 1600');
      expect(events).toEqual(['0 REPLACED 9: ', '1600 REPLACED 15: ']);
    });
  });

  describe('pages', () => {
    it('should have the requested size, and be emitted as one list after the last token (B7)', async () => {
      const texts = [pageText('9', 'abcd', 'C1'), pageText('9', 'efgh', 'C2'), pageText('9', 'ij')];
      const transport = fakeTransport(...texts.map((text) => of(bytes(text))), NEVER);
      const source = listWatch(transport, { group: '', version: 'v1', resource: 'pods' });

      const emitted = await firstValueFrom(
        reflect(source, { ...paged, pageSize: 4 }).pipe(
          map((event) => event.type === 'REPLACED' && event.items.map(({ metadata }) => metadata.name)),
        ),
      );

      expect(emitted).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
      expect(transport.requests.slice(0, 3).map(({ query }) => query)).toEqual([
        { limit: '4' },
        { limit: '4', continue: 'C1' },
        { limit: '4', continue: 'C2' },
      ]);
    });

    it('should be one page if the size is 0, for a list and a relist', () => {
      const { requests } = play(() => ({
        list: [of(page('9'))],
        watch: [status(410), NEVER],
        options: { pageSize: 0 },
        for: 10_000,
      }));

      expect(requests.filter((line) => line.includes(' list'))).toEqual([
        '0 list',
        '800 list resourceVersion=9&resourceVersionMatch=NotOlderThan',
      ]);
    });

    it('should be released after their objects are emitted (B11)', async () => {
      const collectGarbage = garbageCollector();
      const pages: WeakRef<object>[] = [];
      const page$ = defer(() => {
        const made = page('9', structuredClone(a));
        pages.push(new WeakRef(made), new WeakRef(made.items));
        return of(made);
      });
      const source = { list: () => concat(page$, page$), watch: () => NEVER };
      const emitted: ReflectorEvent<KubeObject>[] = [];
      const running = reflect(source, paged).subscribe((event) => void emitted.push(event));
      await until(() => emitted.length > 0);
      await new Promise((resolve) => setTimeout(resolve));
      collectGarbage();

      expect(emitted).toMatchObject([{ type: 'REPLACED', items: [a, a] }]);
      expect(pages).toHaveLength(4);
      expect(pages.filter((ref) => ref.deref() !== undefined)).toEqual([]);
      running.unsubscribe();
    });
  });

  describe('failures', () => {
    it('should be reported with the error of the source, or with an error that has it as its cause (B12)', () => {
      const refused = new StatusError({ code: 500, message: 'not now' });
      const broken = new TypeError('of the source');

      expect(firstFailure(throwError(() => refused))).toBe(refused);
      expect(firstFailure(throwError(() => broken))).toMatchObject({
        name: new ConnectionError('').name,
        message: expect.stringContaining('of the source'),
        cause: broken,
      });
    });

    it('should be reported after a list without a page', () => {
      expect(firstFailure(EMPTY)).toBeInstanceOf(ProtocolError);
    });

    it.each([
      ['list', { list: [] }],
      ['watch', { list: [of(page('9'))] }],
    ])(
      'should be an error of the stream if `%s` itself throws: that is a bug, not a refusal (against B14)',
      (verb, { list }) => {
        const bug = new TypeError('a bug');
        const crash = (): never => {
          throw bug;
        };
        const source = { list: verb === 'list' ? crash : () => list[0] ?? EMPTY, watch: crash };
        const seen: unknown[] = [];

        reflect(source, paged).subscribe({
          next: ({ type }) => seen.push(type),
          error: (error: unknown) => seen.push(error),
        });

        expect(seen.at(-1)).toBe(bug);
        expect(seen).toHaveLength(verb === 'list' ? 1 : 2);
      },
    );

    it('should start with a new list after a downstream error and a retry (against B16)', () => {
      const source = scriptedListerWatcher({ list: [of(page('9', a)), of(page('10', b))], watch: [NEVER] });
      let full = true;
      const stored: string[] = [];

      reflect(source, paged)
        .pipe(
          tap((event) => {
            if (event.type !== 'REPLACED') return;
            if (full) throw new Error('the store is full');
            stored.push(event.resourceVersion);
          }),
          retry({
            count: 1,
            delay: () => {
              full = false;
              return of(0);
            },
          }),
        )
        .subscribe()
        .unsubscribe();

      expect(source.requests.map(({ verb, options }) => `${verb} ${options.resourceVersion ?? ''}`)).toEqual([
        'list ',
        'list ',
        'watch 10',
      ]);
      expect(stored).toEqual(['10']);
    });
  });

  it('should freeze the objects of a page in slices, even a few (PF9)', async () => {
    let now = 1_000;
    let frozen = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
    const source = scriptedListerWatcher({
      list: [of(page('9', a, b, at('c', '3')))],
      watch: [NEVER],
    });
    const transform = <T>(object: T): T => {
      frozen++;
      now += 100; // a large object may take 100 ms
      return object;
    };

    const replaced = firstValueFrom(reflect(source, { ...paged, transform }));
    const inTheFirstTask = frozen;
    await replaced;
    clock.mockRestore();

    expect([inTheFirstTask, frozen]).toEqual([1, 3]);
  });
});
