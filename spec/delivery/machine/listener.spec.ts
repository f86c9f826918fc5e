import { describe, expect, it } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { Listener, type ListenerOptions } from '../../../src/delivery/machine/listener.ts';
import { ConflatingBuffer } from '../../../src/delivery/machine/conflating-buffer.ts';
import { UnboundedBuffer } from '../../../src/delivery/machine/change-buffer.ts';
import { change } from '../../support/things.ts';

/**
 * Creates a listener, which is the buffer of one subscriber. The spec starts each run of the listener. Some keys have a
 * special effect: the handler waits at `w`, the subscriber throws at `t` and unsubscribes at `c`, and the time slice
 * ends after `s`.
 */
function create(options: Partial<ListenerOptions<KubeObject, string>> = {}) {
  const log: string[] = [];
  const scheduled: (() => void)[] = [];
  let [isOver, closed] = [false, false];
  const outlet = {
    get closed() {
      return closed;
    },
    next: ({ key }: Change<KubeObject>) => {
      if (key === 't') throw new Error('at t');
      log.push(key);
      if (key === 'c') closed = true;
    },
    error: (error: unknown) => {
      closed = true;
      log.push(String(error));
    },
  };
  const listener = new Listener<KubeObject, string>({
    buffer: new UnboundedBuffer(),
    clock: { shortenStride: () => undefined, step: () => isOver },
    handle: ({ key }) => {
      isOver = key === 's';
      return key === 'w' ? 'the handler' : undefined;
    },
    onInitialPending: undefined,
    onSlice: () => log.push('-'),
    schedule: (run) => scheduled.push(run),
    demand: undefined,
    outlet,
    discardOutput: undefined,
    waitFor: (wait) => log.push(`waits for ${wait}`),
    ...options,
  });
  const push = (...keys: string[]): void => {
    listener.push(
      keys.map((key) => change(`added ${key}@1 ${key.startsWith('i') ? 'initial' : 'watch'}`)),
      0,
    );
  };
  const leave = (): void => void (closed = true);
  return { listener, log, scheduled, push, leave, run: () => scheduled.shift()?.() };
}

describe('Listener', () => {
  it('should be scheduled once for all batches before its run', () => {
    const { log, scheduled, push, run } = create();

    push('a');
    push('b');
    expect([log, scheduled.length]).toEqual([[], 1]);
    run();

    expect([log, scheduled.length]).toEqual([['a', 'b', '-'], 0]);
    push('c');
    expect(scheduled).toHaveLength(1);
  });

  it('should not be scheduled for an empty batch', () => {
    const { scheduled, push } = create();

    push();

    expect(scheduled).toEqual([]);
  });

  it('should be scheduled again for the rest when the slice is over', () => {
    const { log, scheduled, push, run } = create();

    push('s', 'a');
    run();
    expect([log, scheduled.length]).toEqual([['s', '-'], 1]);
    push('b');
    run();

    expect([log, scheduled.length]).toEqual([['s', '-', 'a', 'b', '-'], 0]);
  });

  it('should emit nothing while its handler is busy', () => {
    const { listener, log, scheduled, push, run } = create();

    push('w', 'a');
    run();
    push('b');
    expect([log, scheduled.length]).toEqual([['-', 'waits for the handler'], 0]);
    listener.resume();
    run();

    expect(log).toEqual(['-', 'waits for the handler', 'w', 'a', 'b', '-']);
  });

  it('should notify of the end immediately if the buffer is empty', () => {
    const { listener, log } = create();

    listener.end(() => log.push('end'));

    expect(log).toEqual(['end']);
  });

  it('should notify of the end after the buffered changes and the change in flight', () => {
    const { listener, log, push, run } = create();

    push('a', 'w');
    listener.end(() => log.push('end'));
    expect(log).toEqual([]);
    run();
    expect(log).toEqual(['a', '-', 'waits for the handler']);
    listener.resume();
    run();

    expect(log).toEqual(['a', '-', 'waits for the handler', 'w', '-', 'end']);
  });

  it('should ignore batches after its end', () => {
    const { listener, log, push, run } = create();

    push('a');
    listener.end(() => log.push('end'));
    push('b');
    run();

    expect(log).toEqual(['a', '-', 'end']);
  });

  it('should send an error that the outlet throws to the outlet', () => {
    const { log, push, run } = create();

    push('a', 't', 'b');
    run();

    expect(log).toEqual(['a', 'Error: at t']);
  });

  it('should do nothing in a run once its outlet has closed', () => {
    const { log, push, leave, run } = create();

    push('a');
    leave();
    run();

    expect(log).toEqual([]);
  });

  it('should handle no further change once its outlet has closed within a run', () => {
    const handled: string[] = [];
    const { log, scheduled, push, run } = create({ handle: ({ key }) => void handled.push(key) });

    push('a', 'c', 'b');
    run();

    expect([log, handled, scheduled.length]).toEqual([['a', 'c'], ['a', 'c'], 0]);
  });

  it('should handle no further change when its outlet closes during the change in flight', () => {
    const handled: string[] = [];
    const { listener, log, push, run } = create({
      handle: ({ key }) => {
        handled.push(key);
        return 'the handler';
      },
    });

    push('c', 'b');
    run();
    listener.resume();
    run();

    expect([log, handled]).toEqual([['-', 'waits for the handler', 'c'], ['c']]);
  });

  it('should handle the changes and emit none with discardOutput', () => {
    const handled: string[] = [];
    const { listener, log, push, run } = create({
      discardOutput: true,
      handle: ({ key }) => {
        handled.push(key);
        return key === 'w' ? 'the handler' : undefined;
      },
    });

    push('a', 'w', 'b');
    run();
    listener.resume();
    run();

    expect([log, handled]).toEqual([
      ['-', 'waits for the handler', '-'],
      ['a', 'w', 'b'],
    ]);
  });

  it('should emit without a handler', () => {
    const { log, push, run } = create({ handle: undefined });

    push('a', 'b');
    run();

    expect(log).toEqual(['a', 'b', '-']);
  });

  it('should demand once, and emit the changes that are buffered at the request', () => {
    const demands: string[] = [];
    const { listener, log, scheduled, push, run } = create({ demand: () => demands.push('demand') });

    push('a');
    push('b');
    expect([demands.length, scheduled.length]).toEqual([1, 0]);
    listener.request();
    push('d');
    run();
    expect(log).toEqual(['a', 'b', '-']);
    expect(demands).toHaveLength(2);
    listener.request();
    run();

    expect(log).toEqual(['a', 'b', '-', 'd', '-']);
    expect(demands).toHaveLength(2);
  });

  it('should emit no more changes than requested, in any number of slices', () => {
    const demands: string[] = [];
    const { listener, log, push, run } = create({ demand: () => demands.push('demand') });

    push('s', 'a');
    listener.request();
    push('b');
    run();
    run();

    expect(log).toEqual(['s', '-', 'a', '-']);
    expect(demands).toHaveLength(2);
  });

  it('should demand again when a request found fewer changes than it allowed', () => {
    const demands: string[] = [];
    const { listener, push, run } = create({
      buffer: new ConflatingBuffer(),
      demand: () => demands.push('demand'),
    });

    push('a', 'b');
    listener.request();
    listener.push([change('deleted b@2 watch')], 0);
    run();
    push('c');

    expect(demands).toHaveLength(2);
  });

  it('should report the number of initial changes pending or in flight whenever it changes', () => {
    const counts: number[] = [];
    const { listener, push, run } = create({
      onInitialPending: (count) => void counts.push(count),
      handle: ({ key }) => (key === 'i2' ? 'the handler' : undefined),
    });

    push('a');
    push('i1', 'i2', 'i3');
    run();
    expect(counts).toEqual([3, 2]);
    listener.resume();
    run();

    expect(counts).toEqual([3, 2, 1, 0]);
  });

  it('should measure the change that it emitted last', () => {
    const steps: string[] = [];
    const { push, run } = create({
      clock: { shortenStride: () => steps.push('stride'), step: () => steps.push('step') < 0 },
      handle: ({ key }) => (key === 'w' ? 'the handler' : undefined),
    });

    push('a', 'w', 'b');
    run();

    expect(steps).toEqual(['stride', 'step', 'step']);
  });
});
