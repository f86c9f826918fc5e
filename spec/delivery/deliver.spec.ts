import { describe, expect, it } from '@jest/globals';
import { NEVER, type Observable } from 'rxjs';
import type { Change, KubeObject } from 'rx-informer';
import { deliver } from '../../src/delivery/index.ts';
import { marbles } from '../support/marbles.ts';
import { change, line } from '../support/things.ts';

type Batch = readonly Change<KubeObject>[];

const values: Record<string, Batch> = {
  b: ['added a@1 watch', 'added b@2 watch', 'added c@3 watch'].map(change),
  d: [change('deleted a@4 watch')],
};

/** What was handled and what was left, when nothing of `handle` completes after the n-th change. */
function play(source: string, unsubscribed: string, stuckAt: number) {
  const handled: string[] = [];
  const rests: (readonly string[])[] = [];
  const handle = (one: Change<KubeObject>): Observable<never> | undefined => {
    handled.push(line(one));
    return handled.length >= stuckAt ? NEVER : undefined;
  };
  marbles().run(({ hot, flush }) => {
    const told = hot<Batch>(source, values).pipe(
      deliver({}, handle, { onRest: (rest) => void rests.push(rest.map(line)) }),
    );
    const sub = told.subscribe({ error: () => undefined });
    hot(unsubscribed).subscribe({ next: () => sub.unsubscribe() });
    flush();
  });
  return { handled, rests };
}

describe('deliver', () => {
  it('should hand over what waits when it is unsubscribed, without what is in hand', () => {
    expect(play('-b-d', '-----u', 1)).toEqual({
      handled: ['added a@1 watch'],
      rests: [['added b@2 watch', 'added c@3 watch', 'deleted a@4 watch']],
    });
  });

  it('should hand over all when it is unsubscribed before the task is done', () => {
    expect(play('-----', 'u', 1)).toEqual({ handled: [], rests: [[]] });
    expect(play('b', '(u|)', 1).rests).toEqual([values['b']?.map(line)]);
  });

  it('should have nothing left when its source ends', () => {
    expect(play('-b-(d|)', '------', Infinity)).toEqual({
      handled: ['added a@1 watch', 'added b@2 watch', 'added c@3 watch', 'deleted a@4 watch'],
      rests: [[]],
    });
    expect(play('-b-#', '------', Infinity).rests).toEqual([[]]);
    expect(play('|', '------', Infinity).rests).toEqual([[]]);
  });
});
