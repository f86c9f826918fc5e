import { describe } from '@jest/globals';
import { map, type Observable } from 'rxjs';
import { type Change, informer, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { groupBy, groupCount, join, queryWindow, where } from 'rx-informer/derived';
import { textOf, thing } from '../support/things.ts';
import { operatorDiagrams, until } from './diagrams.ts';

const diagram = operatorDiagrams('operators-derived.spec.ts');

type Event = ReflectorEvent<KubeObject>;
const event = (type: 'MODIFIED' | 'DELETED', text: string): Event => ({ type, object: thing(text) });
const list = (...texts: string[]): Event => ({
  type: 'REPLACED',
  items: texts.map(thing),
  resourceVersion: '9',
});
const colorOf = ({ metadata }: KubeObject): string | undefined => metadata.labels?.['color'];
const shown = <T>(changes$: Observable<Change<T>>, textOfObject: (object: T) => string): Observable<string> =>
  changes$.pipe(map(({ type, key, object, cause }) => `${type} ${key} ${textOfObject(object)} ${cause}`));

describe('docs/reference/operators.md, rx-informer/derived', () => {
  diagram('where', ({ cold, expectObservable }, line) => {
    const things$ = informer(
      cold(line('events'), {
        r: list('a@1:red', 'b@2:blue'),
        n: event('MODIFIED', 'b@11:red'),
        m: event('MODIFIED', 'a@12:blue'),
        d: event('DELETED', 'b@13:red'),
      }),
    );
    const red = where(things$, (object) => colorOf(object) === 'red');

    expectObservable(shown(red.changes(), textOf), until(line('changes'))).toBe(line('changes'), {
      a: 'added a a@1:red initial',
      b: 'added b b@11:red watch',
      s: 'deleted a a@1:red scope',
      z: 'deleted b b@13:red watch',
    });
  });

  diagram('join', ({ cold, expectObservable }, line) => {
    const left = informer(
      cold(line('left'), {
        r: list('shop/a@1:n'),
        m: event('MODIFIED', 'shop/a@12:n'),
        d: event('DELETED', 'shop/a@13:n'),
      }),
    );
    const right = informer(cold(line('right'), { s: list('n@2'), n: event('MODIFIED', 'n@11') }));
    const rows = join(left, right, colorOf);
    const changes$ = shown(rows.changes(), (row) =>
      row.right === undefined ? textOf(row.left) : `${textOf(row.left)} ${textOf(row.right)}`,
    );

    expectObservable(changes$, until(line('changes'))).toBe(line('changes'), {
      x: 'added shop/a shop/a@1:n n@2 initial',
      y: 'updated shop/a shop/a@1:n n@11 watch',
      z: 'updated shop/a shop/a@12:n n@11 watch',
      w: 'deleted shop/a shop/a@12:n n@11 watch',
    });
  });

  diagram('sums', ({ cold, expectObservable }, line) => {
    const things$ = informer(
      cold(line('events'), {
        r: list('a@1:red', 'b@2:red'),
        n: event('MODIFIED', 'b@11:red'),
        d: event('DELETED', 'a@12:red'),
      }),
    );
    // The version of an object stands for its size.
    const sizeOf = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);
    const sums$ = groupBy(things$, colorOf, {
      of: 0,
      add: (sum: number, object) => sum + sizeOf(object),
      remove: (sum, object) => sum - sizeOf(object),
    }).pipe(map((sums) => sums.get('red')));

    expectObservable(sums$, until(line('sums'))).toBe(line('sums'), { a: 3, b: 12, c: 11 });
  });

  diagram('groups', ({ cold, expectObservable }, line) => {
    const things$ = informer(
      cold(line('events'), {
        r: list('a@1:red', 'b@2:blue'),
        n: event('MODIFIED', 'b@11:red'),
        m: event('MODIFIED', 'a@12:red'),
        d: event('DELETED', 'b@13:red'),
      }),
    );
    const counts$ = groupCount(things$, colorOf).pipe(map((counts) => Object.fromEntries(counts)));

    expectObservable(counts$, until(line('counts'))).toBe(line('counts'), {
      a: { red: 1, blue: 1 },
      b: { red: 2 },
      c: { red: 1 },
    });
  });

  diagram('window', ({ cold, expectObservable }, line) => {
    const things$ = informer(
      cold(line('events'), {
        r: list('b@2', 'a@1'),
        n: event('MODIFIED', 'b@11'),
        m: event('MODIFIED', 'a@12'),
      }),
    );
    const windows$ = queryWindow(things$, {
      sort: (one, other) => one.metadata.name.localeCompare(other.metadata.name),
      window: cold(line('window'), { x: { from: 0, to: 1 }, y: { from: 1, to: 2 } }),
    });
    const insert = (text: string) => ({ op: 'insert', at: 0, row: thing(text) });

    expectObservable(windows$, until(line('rows'))).toBe(line('rows'), {
      p: { rows: [thing('a@1')], total: 2, from: 0, patches: [insert('a@1')] },
      q: {
        rows: [thing('a@12')],
        total: 2,
        from: 0,
        patches: [{ op: 'update', at: 0, row: thing('a@12') }],
      },
      s: { rows: [thing('b@11')], total: 2, from: 1, patches: [{ op: 'remove', at: 0 }, insert('b@11')] },
    });
  });
});
