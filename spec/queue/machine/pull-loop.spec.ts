import { describe, expect, it } from '@jest/globals';
import type { Deltas, KubeObject, ReflectorEvent } from 'rx-informer';
import { AtomicFifo } from '../../../src/queue/machine/atomic-fifo.ts';
import { deltaOf } from '../../../src/queue/machine/delta-of.ts';
import { keyOrder } from '../../../src/queue/machine/key-order.ts';
import { PullLoop } from '../../../src/queue/machine/pull-loop.ts';
import { added, at, brief, modified, replaced } from '../events.ts';

type Loop = PullLoop<ReflectorEvent<KubeObject>, Deltas<KubeObject>, string>;

/** A loop that waits for each list, and what it has processed. */
function loopOf(onDeltas: (loop: Loop, text: string) => void = () => undefined): {
  readonly loop: Loop;
  readonly processed: readonly string[];
} {
  const processed: string[] = [];
  const loop: Loop = new PullLoop(
    new AtomicFifo(keyOrder<KubeObject>()),
    (event) => [deltaOf(event)],
    (deltas) => {
      const text = brief(deltas) ?? '';
      processed.push(text);
      onDeltas(loop, text);
      return deltas[0].type === 'ReplacedAll' ? 'a wait' : undefined;
    },
  );
  return { loop, processed };
}

const a3 = at('a', '3');

describe('PullLoop', () => {
  it('should process what comes while nothing waits at once', () => {
    const { loop, processed } = loopOf();

    expect([loop.write(added(a3)), loop.write(modified(at('a', '4')))]).toEqual([undefined, undefined]);
    expect(processed).toEqual(['Added a@3', 'Updated a@4']);
  });

  it('should gather by key what comes while it waits, and process it when it is resumed', () => {
    const { loop, processed } = loopOf();

    expect(loop.write(replaced('3', a3))).toBe('a wait');
    for (const event of [modified(at('a', '4')), added(at('b', '5')), modified(at('a', '6'))]) {
      expect(loop.write(event)).toBeUndefined();
    }
    expect(processed).toEqual(['ReplacedAll 3: a@3']);

    expect(loop.resume()).toBeUndefined();
    expect(processed.slice(1)).toEqual(['Updated a@4, Updated a@6', 'Added b@5']);
  });

  it('should wait again when what has gathered asks for it', () => {
    const { loop, processed } = loopOf();
    loop.write(replaced('3', a3));
    loop.write(replaced('4'));
    loop.write(added(at('b', '5')));

    expect(loop.resume()).toBe('a wait');
    expect(processed).toEqual(['ReplacedAll 3: a@3', 'ReplacedAll 4:']);
    expect(loop.resume()).toBeUndefined();
    expect(processed.slice(2)).toEqual(['Added b@5']);
  });

  it('should process what comes from inside the consumer after it, not in it (G16)', () => {
    const order: string[] = [];
    const { loop, processed } = loopOf((loop, text) => {
      if (text === 'Added a@3') for (const name of ['b', 'c']) loop.write(added(at(name, '4')));
      order.push(`after ${text}`);
    });

    loop.write(added(a3));

    expect(processed).toEqual(['Added a@3', 'Added b@4', 'Added c@4']);
    expect(order).toEqual(['after Added a@3', 'after Added b@4', 'after Added c@4']);
  });

  it('should process nothing of what has gathered once it is stopped', () => {
    const { loop, processed } = loopOf((loop, text) => {
      if (text === 'Added a@3') {
        loop.write(added(at('b', '4')));
        loop.stop();
      }
    });

    loop.write(added(a3));

    expect(processed).toEqual(['Added a@3']);
  });
});
