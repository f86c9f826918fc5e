import { describe, expect, it } from '@jest/globals';
import { NEVER, type Observable } from 'rxjs';
import { buffered, type Change, type KubeObject } from 'rx-informer';
import { marbles } from '../support/marbles.ts';
import { change, line } from '../support/things.ts';

type Batch = readonly Change<KubeObject>[];

const values: Record<string, Batch> = {
  b: ['added a@1 watch', 'added b@2 watch', 'added c@3 watch'].map(change),
  d: [change('deleted a@4 watch')],
};

/**
 * Returns the changes that the handler received, and the dropped changes. From the change with the number `stuckAt` on,
 * no call of the handler completes.
 */
function play(source: string, unsubscribed: string, stuckAt: number) {
  const handled: string[] = [];
  const dropped: (readonly string[])[] = [];
  const handle = (one: Change<KubeObject>): Observable<never> | undefined => {
    handled.push(line(one));
    return handled.length >= stuckAt ? NEVER : undefined;
  };
  marbles().run(({ hot, flush }) => {
    const handled$ = hot<Batch>(source, values).pipe(
      buffered({}, { handle, onDropped: (rest) => void dropped.push(rest.map(line)) }),
    );
    const subscription = handled$.subscribe({ error: () => undefined });
    hot(unsubscribed).subscribe({ next: () => subscription.unsubscribe() });
    flush();
  });
  return { handled, dropped };
}

describe('the changes that buffered() drops', () => {
  it('should be the buffered changes at the unsubscribe, without the change in flight (B157)', () => {
    expect(play('-b-d', '-----u', 1)).toEqual({
      handled: ['added a@1 watch'],
      dropped: [['added b@2 watch', 'added c@3 watch', 'deleted a@4 watch']],
    });
  });

  it('should be all changes if it is unsubscribed before the end of the task', () => {
    expect(play('-----', 'u', 1)).toEqual({ handled: [], dropped: [[]] });
    expect(play('b', '(u|)', 1).dropped).toEqual([values['b']?.map(line)]);
  });

  it('should be none if its source ends', () => {
    expect(play('-b-(d|)', '------', Infinity)).toEqual({
      handled: ['added a@1 watch', 'added b@2 watch', 'added c@3 watch', 'deleted a@4 watch'],
      dropped: [[]],
    });
    expect(play('-b-#', '------', Infinity).dropped).toEqual([[]]);
    expect(play('|', '------', Infinity).dropped).toEqual([[]]);
  });
});
