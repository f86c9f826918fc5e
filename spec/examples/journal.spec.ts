import { describe, expect, it } from '@jest/globals';
import { type Observable, of, throwError, timer } from 'rxjs';
import type { Deltas, KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { journal } from '../../examples/custom-operator/journal.ts';
import { marbles } from '../support/marbles.ts';

const a = kubeObject('a');
const values: Readonly<Record<string, Deltas<KubeObject>>> = {
  r: [{ type: 'ReplacedAll', objects: [a, kubeObject('b')], resourceVersion: '9' }],
  u: [
    { type: 'Updated', key: 'a', object: a },
    { type: 'Deleted', key: 'a', object: a },
  ],
  b: [{ type: 'Bookmark', resourceVersion: '12' }],
};

/** A fake disk that needs `time` ms to write a line. */
function disk(time: number): { readonly lines: string[]; write: (line: string) => Observable<unknown> } {
  const lines: string[] = [];
  return {
    lines,
    write: (line) => {
      lines.push(line);
      return time === 0 ? of(0) : timer(time);
    },
  };
}

describe('journal', () => {
  it('should write the deltas of one pop as one line, and no bookmark', () => {
    const { lines, write } = disk(0);
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold('-r-u-b|', values).pipe(journal(write))).toBe('-r-u-b|', values);
    });
    expect(lines).toEqual(['ReplacedAll by 2', 'Updated a, Deleted a']);
  });

  it('should emit deltas after they are written, in order', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold('-rub|', values).pipe(journal(disk(3).write))).toBe('----r--(ub|)', values);
    });
  });

  it('should end with an error when a line cannot be written', () => {
    const full = new Error('no space left');
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('-b-r-u', values);

      expectObservable(source.pipe(journal(() => throwError(() => full)))).toBe('-b-#', values, full);
      expectSubscriptions(source.subscriptions).toBe('^--!');
    });
  });

  it.each([
    ['complete with an empty source', '|', '|'],
    ['wait with a source that never emits', '-', '-'],
    ['emit an error immediately', '-r#', '--#'],
  ])('should %s', (_what, events, expected) => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold(events, values).pipe(journal(disk(3).write))).toBe(expected, values);
    });
  });

  it('should stop waiting for a line when it is unsubscribed, and write again for the next subscriber', () => {
    const { lines, write } = disk(3);
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('-r|', values);
      const result$ = source.pipe(journal(write));

      expectObservable(result$, '^--!').toBe('----');
      expectObservable(result$, '----^').toBe('--------(r|)', values);
      expectSubscriptions(source.subscriptions).toBe(['^-!', '----^-!']);
    });
    expect(lines).toEqual(['ReplacedAll by 2', 'ReplacedAll by 2']);
  });
});
