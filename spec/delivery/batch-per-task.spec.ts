import { describe, expect, it } from '@jest/globals';
import { Observable, Subject, Subscription, timer } from 'rxjs';
import { batchPerTask, type Change, indexedStore, type KubeObject } from 'rx-informer';
import { marbles } from '../support/marbles.ts';
import { fc } from '../support/properties.ts';
import { change, event, line, thing } from '../support/things.ts';

type Batch = readonly Change<KubeObject>[];

const batch = (...texts: string[]): Batch => texts.map(change);
const [a, b, c] = [batch('added a@1 watch'), batch('updated a@1 a@2 watch'), batch('deleted a@3 watch')];
const values: Record<string, Batch> = {
  a,
  b,
  c,
  l: batch('added x@1 initial', 'added y@2 initial'),
  A: [...a, ...b],
};

describe('batchPerTask', () => {
  it('should emit the events of one task as one batch, in the same frame', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('  -a-(ab)-c--|', values);
      const e1subs = '  ^----------!';
      const expected = '-a-A----c--|';

      expectObservable(e1.pipe(batchPerTask())).toBe(expected, values);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should emit the changes of a list immediately, after the collected events', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  -(alb)-', values);
      const expected = '-(alb)-';

      expectObservable(e1.pipe(batchPerTask())).toBe(expected, values);
    });
  });

  it('should complete with an empty source', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold<Batch>('|');
      const e1subs = '        (^!)';

      expectObservable(e1.pipe(batchPerTask())).toBe('|');
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should not emit while the source does not', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold<Batch>('-');

      expectObservable(e1.pipe(batchPerTask())).toBe('-');
      expectSubscriptions(e1.subscriptions).toBe('^');
    });
  });

  it('should emit an error and a completion after the collected events', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold('-(ab#)', values).pipe(batchPerTask())).toBe('-(A#)', values);
      expectObservable(cold('-(ab|)', values).pipe(batchPerTask())).toBe('-(A|)', values);
    });
  });

  it('should unsubscribe from the source and drop the collected events when the last subscriber leaves (G15)', () => {
    const emitted: Batch[] = [];
    marbles().run(({ hot, flush, expectSubscriptions }) => {
      const e1 = hot('-a-a-', values);
      const subscription = e1.pipe(batchPerTask()).subscribe((one) => emitted.push(one));
      timer(3).subscribe(() => subscription.unsubscribe());

      expectSubscriptions(e1.subscriptions).toBe('^--!');
      flush();
    });
    expect(emitted).toEqual([a]);
  });

  it('should start a new connection for the next subscriber', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('   -a-b-|', values);
      const first = '     ^-!         ';
      const second = '    ------^     ';

      const result = e1.pipe(batchPerTask());

      expectObservable(result, first).toBe(' -a', values);
      expectObservable(result, second).toBe('-------a-b-|', values);
      expectSubscriptions(e1.subscriptions).toBe(['^-!', '------^----!']);
    });
  });

  it('should emit the same array to all subscribers', () => {
    const store = indexedStore<KubeObject>();
    const emitted: Batch[] = [];
    marbles().run(({ flush }) => {
      const batches$ = store.batches$.pipe(batchPerTask());
      batches$.subscribe((one) => emitted.push(one));
      batches$.subscribe((one) => emitted.push(one));
      // The second subscriber subscribes while the first batch is emitted.
      for (const version of [1, 2, 3]) store.next(event('Updated', `a@${version}`));
      flush();
      store.next(event('Updated', 'a@4'));
      flush();
    });

    expect(emitted.at(-1)).toBe(emitted.at(-2));
    expect(emitted.at(-1)?.map(line)).toEqual(['updated a@3 a@4 watch']);
  });

  it.each(['list', 'end'] as const)(
    'should give each subscriber the batches in order, even if one reacts with a %s (G12, G16)',
    (answer) => {
      const emitted: string[] = [];
      marbles().run(({ flush }) => {
        const store = indexedStore<KubeObject>();
        const batches$ = store.batches$.pipe(batchPerTask());
        batches$.subscribe((one) => {
          if (!one.map(line).includes('updated a@1 a@2 watch')) return;
          if (answer === 'end') store.complete();
          else store.next([{ type: 'ReplacedAll', objects: [thing('a@3')], resourceVersion: '3' }]);
        });
        batches$.subscribe({
          next: (one) => emitted.push(...one.map(line)),
          complete: () => emitted.push('end'),
        });
        store.next(event('Added', 'a@1'));
        flush();
        store.next(event('Updated', 'a@2'));
        flush();
      });

      expect(emitted).toEqual([
        'added a@1 watch',
        'updated a@1 a@2 watch',
        answer === 'end' ? 'end' : 'updated a@2 a@3 relist',
      ]);
    },
  );

  it.each(['error', 'complete'] as const)(
    'should start a new connection for a subscriber that subscribes again in its callback of %s',
    (end) => {
      const sources: Subject<Batch>[] = [];
      const source$ = new Observable<Batch>((subscriber) => {
        const source = new Subject<Batch>();
        sources.push(source);
        return source.subscribe(subscriber);
      });
      const emitted: string[] = [];
      marbles().run(({ flush }) => {
        const batches$ = source$.pipe(batchPerTask());
        const again = (): void => void batches$.subscribe(() => emitted.push('again'));
        batches$.subscribe({ next: () => emitted.push('first'), [end]: again });
        batches$.subscribe({ next: () => emitted.push('second'), error: () => undefined });

        if (end === 'error') sources[0]?.error(new Error('lost'));
        else sources[0]?.complete();
        sources.at(-1)?.next(a);
        flush();
      });

      expect(emitted).toEqual(['again']);
    },
  );

  it('should emit the batches of the store to each subscriber in order and once, for any time of its subscription (G12)', () => {
    const act = fc.oneof(
      fc.record({ write: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ list: fc.nat(5) }),
      fc.record({ come: fc.nat(4) }),
      fc.record({ go: fc.nat(4) }),
      // With `comeWithin`, a subscriber subscribes while the store emits. The shared connection to the store may
      // already exist.
      fc.record({ comeWithin: fc.nat(4) }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(act, { maxLength: 8 }), { maxLength: 8 }),
        fc.boolean(),
        (tasks, isFirst) => {
          const differences: unknown[] = [];
          marbles().run(({ flush }) => {
            const store = indexedStore<KubeObject>();
            const batches$ = store.batches$.pipe(batchPerTask());
            const there = new Map<
              number,
              { readonly all: Subscription; readonly emitted: string[]; readonly naive: string[] }
            >();
            const coming: number[] = [];
            let version = 0;

            const come = (id: number): void => {
              if (there.has(id)) return;
              const all = new Subscription();
              const [emitted, naive]: [string[], string[]] = [[], []];
              there.set(id, { all, emitted, naive });
              all.add(store.batches$.subscribe((one) => naive.push(...one.map(line))));
              all.add(batches$.subscribe((one) => emitted.push(...one.map(line))));
            };
            const comeAll = (): void => coming.splice(0).forEach(come);
            if (isFirst) store.batches$.subscribe(comeAll);
            else {
              batches$.subscribe();
              store.batches$.subscribe(comeAll);
            }
            const check = (): void => {
              for (const { emitted, naive } of there.values())
                if (emitted.join() !== naive.join()) differences.push([emitted, naive]);
            };

            tasks.forEach((task, at) => {
              timer(2 * at + 1).subscribe(() => {
                for (const one of task) {
                  if ('write' in one)
                    for (let count = 0; count < one.write; count++)
                      store.next(event('Updated', `w${count % 3}@${(version += 1)}`));
                  else if ('list' in one)
                    store.next([
                      {
                        type: 'ReplacedAll',
                        objects: Array.from({ length: one.list }, (_, nth) =>
                          thing(`w${nth}@${(version += 1)}`),
                        ),
                        resourceVersion: `${version}`,
                      },
                    ]);
                  else if ('come' in one) come(one.come);
                  else if ('comeWithin' in one) coming.push(one.comeWithin);
                  else {
                    there.get(one.go)?.all.unsubscribe();
                    there.delete(one.go);
                  }
                }
              });
              timer(2 * at + 2).subscribe(check);
            });
            flush();
          });
          expect(differences).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
