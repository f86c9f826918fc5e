import { describe, expect, it } from '@jest/globals';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { FrameCache } from '../../../src/apiserver/wire/frame-cache.ts';

const kind = (at: number): Parameters<typeof resourceOf>[0] => ({
  group: 'ex.com',
  version: 'v1',
  resource: `k${at}s`,
  kind: `K${at}`,
});

const object: StoredObject = {
  kind: 'K',
  apiVersion: 'ex.com/v1',
  metadata: { name: 'a', uid: 'a', resourceVersion: '1' },
  spec: { text: 'x'.repeat(1_000_000) },
};

describe('FrameCache', () => {
  it('should share the frames of a resource', () => {
    const cache = new FrameCache(() => 0);
    const resource = resourceOf(kind(0));

    expect(cache.of(resource, 'full').initial(object)).toBe(cache.of(resource, 'full').initial(object));
    expect(cache.of(resource, 'metadata').initial(object)).toHaveLength(145);
  });

  it('should keep a limited number of bytes for all resources together', () => {
    const cache = new FrameCache(() => 0);
    const resources = Array.from({ length: 100 }, (_, at) => resourceOf(kind(at)));
    const event = { revision: 1, key: 'a', object, previous: undefined };

    const initial = resources.map((resource) => cache.of(resource, 'full').initial(object));
    const events = resources.map((resource) => cache.of(resource, 'full').of(event, 'ADDED'));

    // The cache has a size limit for its frames (a frame is the bytes of one watch event). The search requests each
    // frame. If the cache has removed a frame, it makes this frame again, and removes other frames. Therefore the
    // search starts at the newest frame.
    const newestGone = (all: readonly unknown[], again: (at: number) => unknown): number =>
      all.findLastIndex((frame, at) => again(at) !== frame);
    const frames = resources.map((resource) => cache.of(resource, 'full'));
    expect(newestGone(initial, (at) => frames[at]?.initial(object))).toBeGreaterThan(30);
    expect(newestGone(events, (at) => frames[at]?.of(event, 'ADDED'))).toBeGreaterThan(60);
  });
});
