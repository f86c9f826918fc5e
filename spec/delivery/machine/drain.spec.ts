import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { Drain } from '../../../src/delivery/machine/drain.ts';
import { UnboundedBuffer } from '../../../src/delivery/machine/unbounded-buffer.ts';
import { change, line } from '../../support/things.ts';
import { SliceClock } from '../../../src/scheduling/machine/slice-clock.ts';

/** What a slice hands out. */
function slice(drain: Drain<KubeObject, never>): readonly string[] {
  const handed: string[] = [];
  drain.slice({ closed: false, next: (one) => void handed.push(line(one)) });
  return handed;
}

describe('Drain', () => {
  const drainOf = (...texts: string[]): Drain<KubeObject, never> => {
    let now = 0;
    const drain = new Drain<KubeObject, never>({
      buffer: new UnboundedBuffer(),
      clock: new SliceClock(() => (now += 10)), // each item takes longer than a slice may
      handle: () => undefined,
      onInitial: undefined,
      onSlice: () => undefined,
    });
    drain.push(texts.map(change), 0);
    return drain;
  };

  it('should let through as many as allowed, in however many slices', () => {
    const drain = drainOf('added a@1 watch', 'added b@2 watch', 'added c@3 watch');
    const slices: (readonly string[])[] = [];

    drain.allow(2);
    while (drain.hasMore) slices.push(slice(drain));

    expect(slices).toEqual([['added a@1 watch'], ['added b@2 watch']]);
  });

  it('should hand out nothing that is not allowed', () => {
    const drain = drainOf('added a@1 watch');

    expect(drain.hasMore).toBe(false);
    expect(slice(drain)).toEqual([]);
  });

  it('should time what was handed out last, though the queue is empty then', () => {
    let now = 0;
    const clock = new SliceClock(() => now);
    const drain = new Drain<KubeObject, never>({
      buffer: new UnboundedBuffer(),
      clock,
      handle: ({ key }) => void (now += key === 'b' ? 10 : 0),
      onInitial: undefined,
      onSlice: () => undefined,
    });
    drain.push(['added a@1 watch', 'added b@2 watch'].map(change), 0);
    drain.allow(3);

    expect(slice(drain)).toHaveLength(2);
    expect(clock.isOver).toBe(true);
  });
  const handledBy = (...texts: string[]) => {
    const handled: string[] = [];
    const drain = new Drain<KubeObject, never>({
      buffer: new UnboundedBuffer(),
      clock: new SliceClock(() => 0),
      handle: ({ key }) => void handled.push(key),
      onInitial: undefined,
      onSlice: () => undefined,
    });
    drain.push(texts.map(change), 0);
    drain.allow(Infinity);
    return { drain, handled };
  };

  it('should hand out nothing to nobody, and yet handle it', () => {
    const { drain, handled } = handledBy('added a@1 watch', 'added b@2 watch');
    const handedOut: unknown[] = [];

    drain.slice({ closed: false, next: (one) => void handedOut.push(one) }, true);

    expect(handled).toEqual(['a', 'b']);
    expect(handedOut).toEqual([]);
  });

  it('should take nothing more in hand once its outlet has closed', () => {
    for (const isUnheard of [false, true]) {
      const { drain, handled } = handledBy('added a@1 watch', 'added b@2 watch', 'added c@3 watch');

      drain.slice(
        {
          get closed() {
            return handled.length === 2;
          },
          next: () => undefined,
        },
        isUnheard,
      );

      expect(handled).toEqual(['a', 'b']);
      expect(drain.hasMore).toBe(true);
    }
  });
});
