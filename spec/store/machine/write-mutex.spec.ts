import { describe, expect, it } from '@jest/globals';
import { WriteMutex } from '../../../src/store/machine/write-mutex.ts';

describe('WriteMutex', () => {
  it('should be acquired immediately when it is free', () => {
    const mutex = new WriteMutex();
    const acquired: string[] = [];

    const release = mutex.acquire(() => acquired.push('a'));

    expect(acquired).toEqual(['a']);
    expect(mutex.isFree).toBe(false);
    release();
    expect(mutex.isFree).toBe(true);
  });

  it('should be acquired in the order of the calls, each after the previous release (G16)', () => {
    const mutex = new WriteMutex();
    const acquired: string[] = [];
    const releases: (() => void)[] = [];
    const acquire = (name: string): void => {
      releases.push(mutex.acquire(() => acquired.push(name)));
    };

    for (const name of ['a', 'b', 'c']) acquire(name);
    expect(acquired).toEqual(['a']);
    releases[0]?.();
    expect(acquired).toEqual(['a', 'b']);
    releases[1]?.();
    expect(acquired).toEqual(['a', 'b', 'c']);
  });

  it('should allow a waiting call to be cancelled, and release only once', () => {
    const mutex = new WriteMutex();
    const acquired: string[] = [];

    const releaseA = mutex.acquire(() => acquired.push('a'));
    const releaseB = mutex.acquire(() => acquired.push('b'));
    mutex.acquire(() => acquired.push('c'));
    releaseB();
    releaseA();
    releaseA();
    releaseB();

    expect(acquired).toEqual(['a', 'c']);
    expect(mutex.isFree).toBe(false);
  });

  it('should stay locked while calls are queued, even within a call that has released', () => {
    const mutex = new WriteMutex();
    const seen: [string, boolean][] = [];
    mutex.lock();
    mutex.acquire((release) => {
      release();
      seen.push(['a', mutex.isFree]);
    });
    mutex.acquire((release) => {
      release();
      seen.push(['b', mutex.isFree]);
    });

    mutex.unlock();

    expect(seen).toEqual([
      ['a', false],
      ['b', false],
    ]);
    expect(mutex.isFree).toBe(true);
  });

  it('should be acquired after as many unlocks as locks', () => {
    const mutex = new WriteMutex();
    let acquired = 0;

    mutex.lock();
    mutex.lock();
    mutex.acquire(() => (acquired += 1));
    mutex.unlock();
    expect(acquired).toBe(0);
    mutex.unlock();
    expect(acquired).toBe(1);
  });

  it('should serve a hundred thousand queued calls that release at once', () => {
    const mutex = new WriteMutex();
    let acquired = 0;

    mutex.lock();
    for (let count = 0; count < 100_000; count += 1) {
      mutex.acquire((release) => {
        acquired += 1;
        release();
      });
    }
    mutex.unlock();

    expect(acquired).toBe(100_000);
    expect(mutex.isFree).toBe(true);
  });
});
