import { describe, expect, it } from '@jest/globals';
import { PopMutex } from '../../../../src/client-go/queue/machine/pop-mutex.ts';

function setUp(waiting = 0): {
  mutex: PopMutex;
  acquired: string[];
  fill: (count: number) => void;
  acquire: (name: string) => () => void;
} {
  const acquired: string[] = [];
  let left = waiting;
  const mutex = new PopMutex(() => left > 0);
  const fill = (count: number): void => {
    left += count;
    mutex.wake();
  };
  const acquire = (name: string): (() => void) =>
    mutex.acquire(() => {
      left -= 1;
      acquired.push(name);
    });
  return { mutex, acquired, fill, acquire };
}

describe('PopMutex', () => {
  it('should be acquired immediately when the queue has an item', () => {
    const { acquired, acquire } = setUp(1);

    acquire('a');

    expect(acquired).toEqual(['a']);
  });

  it('should let a pop wait until the queue has an item (B87)', () => {
    const { acquired, fill, acquire } = setUp();
    acquire('a');
    expect(acquired).toEqual([]);

    fill(1);

    expect(acquired).toEqual(['a']);
  });

  it('should be acquired by one pop at a time, in the order of the calls', () => {
    const { acquired, fill, acquire } = setUp();
    const release = [acquire('a'), acquire('b'), acquire('c')];
    fill(3);
    expect(acquired).toEqual(['a']);

    release[0]?.();
    expect(acquired).toEqual(['a', 'b']);
    release[1]?.();

    expect(acquired).toEqual(['a', 'b', 'c']);
  });

  it('should remove a pop that is cancelled while it waits, also between others', () => {
    const { acquired, fill, acquire } = setUp();
    const releaseA = acquire('a');
    const releaseB = acquire('b');
    acquire('c');
    releaseB();
    releaseB();
    fill(2);
    releaseA();

    expect(acquired).toEqual(['a', 'c']);
  });

  it('should ignore a second release', () => {
    const { acquired, fill, acquire } = setUp(1);
    const release = acquire('a');
    release();
    fill(2);
    acquire('b');
    release();
    acquire('c');

    expect(acquired).toEqual(['a', 'b']);
  });

  it('should not overflow the stack when many pops follow each other', () => {
    const { mutex, acquired, fill } = setUp();
    const releases: (() => void)[] = [];
    for (let at = 0; at < 50_000; at += 1) {
      releases.push(
        mutex.acquire(() => {
          acquired.push('pop');
          releases[at]?.();
        }),
      );
    }
    fill(1_000_000);

    expect(acquired).toHaveLength(50_000);
  });
});
