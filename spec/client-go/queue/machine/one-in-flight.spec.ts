import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { ByKeyFifo } from '../../../../src/client-go/queue/machine/by-key-fifo.ts';
import { oneInFlight } from '../../../../src/client-go/queue/machine/one-in-flight.ts';
import { added, at, brief, deleted } from '../../../queue/events.ts';

describe('oneInFlight', () => {
  it('should count the key of the last pop as known until the next pop', () => {
    const fifo = oneInFlight(new ByKeyFifo<KubeObject>({ onError: () => undefined }));
    const a = at('a', '1');
    fifo.write(added(a));
    expect(brief(fifo.pop())).toBe('Added a@1');
    fifo.write(deleted(a));
    expect([fifo.length, brief(fifo.pop()), brief(fifo.pop())]).toEqual([1, 'Deleted a@1', undefined]);
    fifo.write(deleted(a));

    expect([fifo.length, fifo.hasSynced]).toEqual([0, true]);
  });

  it('should use the known objects for a key that was processed', () => {
    const fifo = oneInFlight(new ByKeyFifo<KubeObject>({ onError: () => undefined }));
    const a = at('a', '1');
    fifo.write(added(a));
    fifo.pop();
    expect(fifo.pop()).toBeUndefined();
    fifo.write(deleted(a));

    expect(fifo.length).toBe(0);
  });
});
