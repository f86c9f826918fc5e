import { describe, expect, it } from '@jest/globals';
import type { ResourceEventHandler } from 'rx-informer';
import { nameForHandler } from '../../src/delivery/index.ts';

function logPod(): void {
  // The test uses only the name of this function.
}
class Watchdog implements ResourceEventHandler<unknown> {
  onAdd(): void {
    // The test uses only the name of this class.
  }
}

describe('nameForHandler', () => {
  it.each<[string | undefined, string, ResourceEventHandler<unknown>]>([
    ['cache warmer', 'its own name', { name: 'cache warmer', onAdd: logPod }],
    ['Watchdog', 'its class', new Watchdog()],
    ['logPod', 'its first function that is not named for the method', { onAdd: () => 1, onDelete: logPod }],
    [undefined, 'nothing', { onAdd: () => 1 }],
    [
      undefined,
      'nothing, not even a prototype',
      Object.assign(Object.create(null) as object, { onAdd: () => 1 }),
    ],
  ])('should return %p, by %s (B170)', (name, _by, handler) => {
    expect(nameForHandler(handler)).toBe(name);
  });
});
