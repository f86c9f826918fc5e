import { describe, expect, it, jest } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import {
  type Change,
  type HandlerError,
  informer,
  type Informer,
  KubeError,
  type KubeObject,
  type ReflectorEvent,
} from 'rx-informer';
import { join, type JoinedRow, where } from 'rx-informer/derived';
import { EMPTY, map, mergeAll, NEVER, type Observable, Subject } from 'rxjs';
import { combinedStatus } from '../../src/rows/index.ts';
import { marbles } from '../support/marbles.ts';
import { event, list } from '../support/reflector-events.ts';
import { textOf } from '../support/things.ts';
import { advanceMinute, virtualTime } from '../support/virtual-time.ts';

virtualTime();

/** The label `color` of a left object is the key of its right object. */
const byColor = ({ metadata }: KubeObject): string | undefined => metadata.labels?.['color'];
const byColors = ({ metadata }: KubeObject): readonly string[] =>
  metadata.labels?.['color']?.split('+') ?? [];
const failure = new Error('no');

type Row = JoinedRow<KubeObject, KubeObject>;
const rowText = ({ left, right }: Row): string =>
  `${textOf(left)}=${right === undefined ? '' : textOf(right)}`;
const line = (change: Change<Row>): string =>
  `${change.type} [${change.key}] ${rowText(change.object)} ${change.cause}`;
const linesOf = (rows: Informer<Row>): Observable<string> => rows.store.batches$.pipe(mergeAll(), map(line));

/** Plays events, such as `L` for an event of the left side, and returns the lines of the join. */
function play(
  create: (left: Informer<KubeObject>, right: Informer<KubeObject>) => Informer<Row>,
  ...events: (readonly ['left' | 'right', ReflectorEvent<KubeObject>])[]
): readonly string[] {
  const sides = {
    left: new Subject<ReflectorEvent<KubeObject>>(),
    right: new Subject<ReflectorEvent<KubeObject>>(),
  };
  const lines: string[] = [];
  linesOf(create(informer(sides.left), informer(sides.right))).subscribe((text) => lines.push(text));
  for (const [side, one] of events) sides[side].next(one);
  return lines;
}

describe('join', () => {
  it('should emit the first rows when both sides have synced, and then the rows that a change affects', () => {
    const lines = play(
      (left, right) => join(left, right, byColor),
      ['left', list('a@1:x', 'b@2:y', 'c@3')],
      ['right', list('x@4', 'z@5')],
      ['right', event('ADDED', 'y@11')],
      ['right', event('MODIFIED', 'x@12')],
      ['left', event('MODIFIED', 'a@13:z')],
      ['right', event('DELETED', 'y@14')],
      ['left', event('DELETED', 'b@15:y')],
    );

    expect(lines).toEqual([
      'added [a] a@1:x=x@4 initial',
      'added [b] b@2:y= initial',
      'added [c] c@3= initial',
      'updated [b] b@2:y=y@11 watch',
      'updated [a] a@1:x=x@12 watch',
      'updated [a] a@13:z=z@5 watch',
      'updated [b] b@2:y= watch',
      'deleted [b] b@2:y= watch',
    ]);
  });

  it('should have no row for a left object without a right object, with the type inner', () => {
    const lines = play(
      (left, right) => join(left, right, byColor, { type: 'inner' }),
      ['left', list('a@1:x', 'b@2:y')],
      ['right', list('x@4')],
      ['right', event('ADDED', 'y@11')],
      ['right', event('DELETED', 'x@12')],
    );

    expect(lines).toEqual([
      'added [a] a@1:x=x@4 initial',
      'added [b] b@2:y=y@11 watch',
      'deleted [a] a@1:x=x@4 watch',
    ]);
  });

  it('should have a row for each pair, if the function returns an array', () => {
    const lines = play(
      (left, right) => join(left, right, byColors),
      ['left', list('a@1:x+y', 'b@2:y')],
      ['right', list('x@4')],
      ['right', event('ADDED', 'y@11')],
      ['right', event('DELETED', 'x@12')],
      ['right', event('DELETED', 'y@13')],
    );

    expect(lines).toEqual([
      'added [a x] a@1:x+y=x@4 initial',
      'added [b] b@2:y= initial',
      'added [a y] a@1:x+y=y@11 watch',
      'added [b y] b@2:y=y@11 watch',
      'deleted [b] b@2:y= watch',
      'deleted [a x] a@1:x+y=x@4 watch',
      'deleted [a y] a@1:x+y=y@11 watch',
      'added [a] a@1:x+y= watch',
      'deleted [b y] b@2:y=y@11 watch',
      'added [b] b@2:y= watch',
    ]);
  });

  it('should make rows by a function, and have the type of these rows', () => {
    const texts: string[] = [];
    const [left, right] = [
      new Subject<ReflectorEvent<KubeObject>>(),
      new Subject<ReflectorEvent<KubeObject>>(),
    ];
    const rows = join(informer(left), informer(right), byColor, {
      row: (one, other) => `${one.metadata.name} on ${other?.metadata.name ?? 'nothing'}`,
      indexers: { length: (text: string) => [String(text.length)] },
    });
    expectTypeOf(rows).toEqualTypeOf<Informer<string, 'length'>>();
    rows.store.batches$.pipe(mergeAll()).subscribe(({ object }) => texts.push(object));
    left.next(list('a@1:x', 'b@2'));
    right.next(list('x@4'));
    right.next(event('MODIFIED', 'x@12'));

    expect(texts).toEqual(['a on x', 'b on nothing']); // the row is the same text, so the last event changes nothing
    expect(rows.store.byIndex('length', '6')).toEqual(['a on x']);
  });

  it.each([
    [
      'throws',
      () => {
        throw failure;
      },
      'by of join threw for a: no',
    ],
    [
      'returns no key',
      () => 7 as never,
      'by of join threw for a: join: by must be `namespace/name` or `name`, undefined, or an array of such keys, not 7',
    ],
    [
      'returns a path',
      () => ['x', 'a/b/c'],
      'by of join threw for a: join: by must be `namespace/name` or `name`, undefined, or an array of such keys, not an array',
    ],
    [
      'returns keys of which one is a path',
      () => 'x y/z/w',
      'by of join threw for a: join: by must be `namespace/name` or `name`, undefined, or an array of such keys, not "x y/z/w"',
    ],
    [
      'returns a key without a name',
      () => 'shop/',
      'by of join threw for a: join: by must be `namespace/name` or `name`, undefined, or an array of such keys, not "shop/"',
    ],
  ])(
    'should have a row without a right object if the key function %s, and report the error',
    (_, by, message) => {
      const onError = jest.fn<(error: HandlerError) => void>();
      const lines = play(
        (left, right) => join(left, right, by, { onError }),
        ['left', list('a@1:x')],
        ['right', list('x@4')],
      );

      expect(lines).toEqual(['added [a] a@1:x= initial']);
      expect(onError.mock.calls[0]?.[0].message).toBe(message);
    },
  );

  it('should have no row for a pair whose row function throws, and report the error', () => {
    const onError = jest.fn<(error: HandlerError) => void>();
    const lines = play(
      (left, right) =>
        join(left, right, byColor, {
          row: (one, other) => {
            if (other?.metadata.resourceVersion === '12') throw failure;
            return { left: one, right: other };
          },
          onError,
        }),
      ['left', list('a@1:x')],
      ['right', list('x@4')],
      ['right', event('MODIFIED', 'x@12')],
      ['right', event('MODIFIED', 'x@13')],
    );

    expect(lines).toEqual([
      'added [a] a@1:x=x@4 initial',
      'deleted [a] a@1:x=x@4 watch',
      'added [a] a@1:x=x@13 watch',
    ]);
    expect(onError.mock.calls[0]?.[0].message).toBe('row of join threw for a: no');
  });

  it('should accept one informer for both sides', () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const source = informer(events$);
    const lines: string[] = [];
    linesOf(join(source, source, byColor)).subscribe((text) => lines.push(text));
    events$.next(list('a@1:b', 'b@2'));
    events$.next(event('MODIFIED', 'b@11'));

    expect(lines).toEqual([
      'added [a] a@1:b=b@2 initial',
      'added [b] b@2= initial',
      'updated [b] b@11= watch',
      'updated [a] a@1:b=b@11 watch',
    ]);
  });

  it('should emit a delete and an add for a left object with a new uid, also after a restart (G6)', async () => {
    const [left, right] = [
      new Subject<ReflectorEvent<KubeObject>>(),
      new Subject<ReflectorEvent<KubeObject>>(),
    ];
    const sides = { left: informer(left), right: informer(right) };
    sides.left.start();
    sides.right.start();
    const rows = join(sides.left, sides.right, byColor, { resetDelay: 0 });
    const first = rows.start();
    left.next(list('a@1#1:x'));
    right.next(list());
    first.unsubscribe();
    left.next(event('MODIFIED', 'a@11#2:x'));
    await advanceMinute();
    const lines: string[] = [];
    linesOf(rows).subscribe((text) => lines.push(text));

    expect(lines).toEqual([
      'added [a] a@1#1:x= replay',
      'deleted [a] a@1#1:x= relist',
      'added [a] a@11#2:x= relist',
    ]);
  });

  it('should have the status of the side that is least up to date', () => {
    const [left, right] = [
      new Subject<ReflectorEvent<KubeObject>>(),
      new Subject<ReflectorEvent<KubeObject>>(),
    ];
    const rows = join(informer(left), informer(right), byColor);
    const phases: string[] = [];
    rows.status$.subscribe(({ phase, hasSynced }) => phases.push(`${phase} ${hasSynced}`));
    const running = rows.start();
    left.next(list());
    expect(rows.lastFrameAt).toBe(undefined);
    right.next(list());
    expect(rows.lastFrameAt).toBeDefined();
    running.unsubscribe();

    expect(phases.at(0)).toBe('stopped false');
    expect(new Set(phases.slice(1))).toEqual(
      new Set(['listing false', 'watching false', 'watching true', 'stopped true']),
    );
  });

  it('should not be stopped because one side has completed, and sum the incidents of both sides', () => {
    const [left, right] = [
      new Subject<ReflectorEvent<KubeObject>>(),
      new Subject<ReflectorEvent<KubeObject>>(),
    ];
    const rows = join(informer(left), informer(right), byColor);
    const phases: string[] = [];
    rows.start();
    left.next(list());
    right.next(list());
    rows.status$.subscribe(({ phase }) => phases.push(phase));
    right.complete();

    expect(new Set(phases)).toEqual(new Set(['watching']));
    expect(
      combinedStatus([
        {
          phase: 'watching',
          since: 1,
          resourceVersion: '1',
          hasSynced: true,
          incidents: 2,
          incident: new KubeError('transient', 'no'),
        },
        { phase: 'listing', since: 2, received: 3, hasSynced: false, incidents: 1 },
      ]),
    ).toEqual({ phase: 'listing', since: 2, received: 3, hasSynced: false, incidents: 3 });
  });

  it('should refuse a key `null`', () => {
    const onError = jest.fn<(error: HandlerError) => void>();
    const lines = play(
      (left, right) => join(left, right, () => null as never, { onError }),
      ['left', list('a@1:x')],
      ['right', list()],
    );

    expect(lines).toEqual(['added [a] a@1:x= initial']);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('should join a derived informer', () => {
    const lines = play(
      (left, right) =>
        join(
          where(left, ({ metadata }) => metadata.name !== 'b'),
          right,
          byColor,
        ),
      ['left', list('a@1:x', 'b@2:x')],
      ['right', list('x@4')],
    );

    expect(lines).toEqual(['added [a] a@1:x=x@4 initial']);
  });

  it.each([
    ['left', () => join({} as never, informer(NEVER), byColor), 'join: left must be an informer'],
    ['right', () => join(informer(NEVER), undefined as never, byColor), 'join: right must be an informer'],
    ['by', () => join(informer(NEVER), informer(NEVER), 'color' as never), 'join: by must be a function'],
    [
      'type',
      () => join(informer(NEVER), informer(NEVER), byColor, { type: 'outer' as never }),
      'join: type must be',
    ],
  ])('should throw for a wrong %s', (_, create, message) => {
    expect(create).toThrow(message);
  });

  it('should complete when both sides have completed', () => {
    marbles().run(({ cold, expectObservable }) => {
      const events = { l: list('a@1:x'), r: list('x@2') };
      const e1 = cold('   -l--|', events);
      const e2 = cold('   --r-----|', events);
      const expected = '  --a-----|';

      expectObservable(linesOf(join(informer(e1), informer(e2), byColor))).toBe(expected, {
        a: 'added [a] a@1:x=x@2 initial',
      });
      expectObservable(linesOf(join(informer<KubeObject>(EMPTY), informer<KubeObject>(EMPTY), byColor))).toBe(
        '|',
      );
    });
  });

  it('should not emit while one side never syncs', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('-l-', { l: list('a@1:x') });

      expectObservable(linesOf(join(informer(e1), informer<KubeObject>(NEVER), byColor))).toBe('---');
    });
  });

  it('should pass an error of either side on', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-', { l: list('a@1:x') });
      const e2 = cold('   --r-#', { r: list('x@2') }, failure);
      const expected = '  --a-#';

      expectObservable(linesOf(join(informer(e1), informer(e2), byColor))).toBe(
        expected,
        { a: 'added [a] a@1:x=x@2 initial' },
        failure,
      );
    });
  });

  it('should unsubscribe from both sides, and run again after a resubscribe', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e2 = cold('-r-', { r: list('x@2') });
      const options = { resetDelay: 0 };
      const rows = join(
        informer(cold('l-', { l: list('a@1:x') }), options),
        informer(e2, options),
        byColor,
        options,
      );

      expectObservable(linesOf(rows), '^-!').toBe('-a', { a: 'added [a] a@1:x=x@2 initial' });
      expectObservable(linesOf(rows), '---^--!').toBe('---r', { r: 'added [a] a@1:x=x@2 replay' });
      expectSubscriptions(e2.subscriptions).toBe(['^-!', '---^--!']);
    });
  });
});
