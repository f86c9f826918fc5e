import { describe, expect } from '@jest/globals';
import { versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, patch } from './support/client.ts';
import { type Frame, watch } from './support/frames.ts';
import { done, createTestNamespace } from './support/test-namespace.ts';
import { isAfter } from './support/versions.ts';

/**
 * Watches only the ConfigMap c1 for ten seconds. Meanwhile, writes another ConfigMap (c0) each second. Returns the
 * watch events with their times.
 */
async function tenSeconds(
  extra: string,
): Promise<{ readonly from: string; readonly frames: readonly (Frame & { readonly at: number })[] }> {
  const { configMaps } = await createTestNamespace();
  const from = versionOf(done(await get(configMaps)));
  const start = Date.now();
  const events = await watch(
    `${configMaps}?watch=true&resourceVersion=${from}&timeoutSeconds=10&fieldSelector=metadata.name%3Dc1${extra}`,
  );
  let count = 0;
  const writing = setInterval(
    () => void patch(`${configMaps}/c0`, 'merge', { data: { k: String(count++) } }).catch(() => undefined),
    1000,
  );
  const frames: (Frame & { at: number })[] = [];
  try {
    for (;;) {
      const [frame] = await events.until(() => true).catch(() => []);
      if (frame === undefined) break;
      frames.push({ ...frame, at: Date.now() - start });
    }
    await events.rest();
  } finally {
    clearInterval(writing);
  }
  return { from, frames };
}

describe('bookmarks', () => {
  check('P50', 'a watch that requests bookmarks gets one shortly before its end', async () => {
    const { from, frames } = await tenSeconds('&allowWatchBookmarks=true');

    expect(frames.length).toBeGreaterThanOrEqual(1);
    for (const { type, object } of frames) {
      expect(type).toBe('BOOKMARK');
      expect(object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
      expect(Object.keys(object.metadata).filter((name) => name !== 'creationTimestamp')).toEqual([
        'resourceVersion',
      ]);
      expect(isAfter(versionOf(object), from)).toBe(true);
    }
    expect(frames.at(-1)?.at).toBeGreaterThan(6000);
  });

  check('P51', 'a watch that does not request bookmarks gets none', async () => {
    const { frames } = await tenSeconds('');

    expect(frames).toEqual([]);
  });
});
