import { describe, expect, it } from '@jest/globals';
import { informer, OptionsError, type WatchEvent } from 'rx-informer';
import { kubeObject, marbleListerWatcher } from 'rx-informer/testing';
import { map } from 'rxjs';
import { marbles } from '../support/marbles.ts';

const [a, b] = [kubeObject('a'), kubeObject('b', { metadata: { resourceVersion: '2' } })];
const p = { items: [a], resourceVersion: '1' };
const q = { items: [b], resourceVersion: '1' };
const added: WatchEvent<typeof b> = { type: 'ADDED', object: b };
const gone: WatchEvent<typeof b> = { type: 'DELETED', object: b };
const values = { p, q, a: added, d: gone };

describe('marbleListerWatcher', () => {
  it('should start lists and watches at their requests, and repeat the last diagram for later requests', () => {
    marbles().run(({ expectObservable }) => {
      const source = marbleListerWatcher({ lists: ['-p-q|', 'q|'], watches: ['-a 5ms d|', '(ad|)'], values });

      expectObservable(source.list()).toBe('-p-q|', values);
      expectObservable(source.list(), '--^').toBe('--q|', values);
      expectObservable(source.list(), '---^').toBe('---q|', values);
      expectObservable(source.watch()).toBe('-a 5ms d|', values);
      expectObservable(source.watch(), '-^').toBe('-(ad|)', values);
    });
  });

  it('should stay open if a diagram has no end, and emit nothing after an unsubscribe', () => {
    marbles().run(({ expectObservable, flush }) => {
      const source = marbleListerWatcher({ lists: ['p'], watches: ['-a-d'], values });
      expectObservable(source.list(), '^-------!').toBe('p', values);
      expectObservable(source.watch(), '^--!').toBe('-a', values);
      expectObservable(source.watch(), '----^---!').toBe('-----a-d', values);
      flush();

      expect(source.openRequests).toEqual([]);
    });
  });

  it('should refuse with a code, break off with #, and include the form of the answer in the error', () => {
    marbles().run(({ expectObservable }) => {
      const error = new Error('mine');
      const errors = { x: 410, y: error };
      const source = marbleListerWatcher({
        lists: ['p-x', '-y'],
        watches: ['--x', 'a-x', '#'],
        values,
        errors,
      });

      expectObservable(source.list()).toBe(
        'p-#',
        values,
        expect.objectContaining({ code: 410, inStream: false }),
      );
      expectObservable(source.list()).toBe('-#', values, error);
      expectObservable(source.watch()).toBe('--#', values, expect.objectContaining({ inStream: false }));
      expectObservable(source.watch()).toBe(
        'a-#',
        values,
        expect.objectContaining({ code: 410, reason: 'Expired', failure: 'expired', inStream: true }),
      );
      expectObservable(source.watch()).toBe('#', values, expect.objectContaining({ failure: 'transient' }));
    });
  });

  it('should count streamed lists separately, and refuse them without a diagram', () => {
    marbles().run(({ expectObservable }) => {
      const end: WatchEvent<typeof a> = { type: 'BOOKMARK', resourceVersion: '2', initialEventsEnd: true };
      const source = marbleListerWatcher({ streams: ['a-e'], watches: ['d'], values: { ...values, e: end } });
      const asked = { sendInitialEvents: true };

      expectObservable(source.watch(asked), '^----!').toBe('a-e', { ...values, e: end });
      expectObservable(source.watch(), '^----!').toBe('d', values);
      expectObservable(marbleListerWatcher({ lists: ['p|'], values }).watch(asked)).toBe(
        '#',
        values,
        expect.objectContaining({ code: 422, failure: 'fatal' }),
      );
    });
  });

  it('should work with an informer, which lists without a wait if streaming is refused', () => {
    marbles().run(({ expectObservable }) => {
      const source = marbleListerWatcher({ lists: ['--(p|)'], watches: ['---a-d'], values });
      const keys$ = informer(source)
        .changes()
        .pipe(map(({ type, key }) => `${type} ${key}`));

      expectObservable(keys$, '^ 9ms !').toBe('--x--y-z', { x: 'added a', y: 'added b', z: 'deleted b' });
    });
  });

  it('should name a letter without a value, or with a wrong one', () => {
    const draw = (script: object) => () => marbleListerWatcher({ lists: ['p|'], values, ...script });

    expect(draw({ lists: ['--z|'] })).toThrow('marbleListerWatcher: lists[0]: z must be a page in values');
    expect(draw({ lists: ['a|'] })).toThrow('lists[0]: a must be a page');
    expect(draw({ watches: ['-', 'p'] })).toThrow('watches[1]: p must be an event');
    expect(draw({ watches: ['(a'] })).toThrow('a diagram whose groups are closed');
    expect(draw({ watches: [] })).toThrow('at least one diagram');
    expect(draw({ errors: { x: 200 } })).toThrow('errors.x');
    expect(draw({ nonsense: 1 })).toThrow(OptionsError);
    expect(() => marbleListerWatcher(undefined as never)).toThrow(OptionsError);
  });

  it('should fail for a list without a diagram, as a mistake of the test', () => {
    const errors: unknown[] = [];
    marbleListerWatcher({ watches: ['-'] })
      .list()
      .subscribe({ error: (error: unknown) => errors.push(error) });

    expect(errors).toEqual([expect.any(OptionsError)]);
  });
});
