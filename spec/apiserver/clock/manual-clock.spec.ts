import { describe, expect, it } from '@jest/globals';
import { type SchedulerLike, timer } from 'rxjs';
import { createApiServer, manualClock } from 'rx-informer/apiserver';
import { configMaps, pods } from '../support/in-process-and-over-http.ts';

const path = '/api/v1/namespaces/default/configmaps';

/** Returns the types of the watch events in order. The last item is `end` when the watch ends. */
function followed(
  server: ReturnType<typeof createApiServer>,
  query: Record<string, string>,
): readonly string[] {
  const types: string[] = [];
  server.transport.open({ path, query: { watch: 'true', ...query } }).subscribe({
    next: (bytes) => types.push((JSON.parse(new TextDecoder().decode(bytes)) as { type: string }).type),
    complete: () => types.push('end'),
  });
  return types;
}

describe('manualClock', () => {
  it('should stand still until it is advanced, and run due callbacks at their times', () => {
    const clock = manualClock(1000);
    const times: number[] = [];
    timer(10, 20, clock).subscribe(() => times.push(clock.now()));
    clock.advance(0);
    clock.advance(9);
    expect(times).toEqual([]);
    clock.advance(41);
    expect([times, clock.now()]).toEqual([[1010, 1030, 1050], 1050]);
    clock.advance(19);
    expect(times).toHaveLength(3);
  });

  it('should not go back if a callback advances it', () => {
    const clock = manualClock(0);
    const times: number[] = [];
    timer(10, clock).subscribe(() => clock.advance(5));
    timer(50, clock).subscribe(() => times.push(clock.now()));

    clock.advance(100);

    expect([times, clock.now()]).toEqual([[50], 100]);
  });

  it.each([NaN, '0'])('should refuse to start at %j', (start) => {
    expect(() => manualClock(start as number)).toThrow('start');
  });

  it('should not go back', () => {
    expect(() => manualClock().advance(-1)).toThrow('advance: ms');
  });
});

describe('an API server on a manual clock', () => {
  it('should use it to send bookmarks and end watches (P49, P50)', () => {
    const clock = manualClock();
    const server = createApiServer({ clock });
    const { resourceVersion } = server;
    const types = followed(server, { resourceVersion, timeoutSeconds: '90', allowWatchBookmarks: 'true' });
    server.objects.create(configMaps, { metadata: { name: 'x', namespace: 'default' } });

    expect(types).toEqual(['ADDED']);
    clock.advance(60_000);
    expect(types).toEqual(['ADDED', 'BOOKMARK']);
    clock.advance(28_000);
    expect(types).toEqual(['ADDED', 'BOOKMARK', 'BOOKMARK']);
    clock.advance(2000);
    expect(types.at(-1)).toBe('end');
  });

  it('should use its time for timestamps, and to end pods', () => {
    const clock = manualClock(Date.UTC(2030, 0, 1));
    const { objects } = createApiServer({ clock });
    const pod = objects.create(pods, {
      metadata: { name: 'p', namespace: 'default' },
      ...{ spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] } },
    });
    expect(pod.metadata.creationTimestamp).toBe('2030-01-01T00:00:00Z');
    objects.delete(pods, 'default/p');
    clock.advance(29_999);
    expect(objects.get(pods, 'default/p')).toBeDefined();
    clock.advance(1);
    expect(objects.get(pods, 'default/p')).toBeUndefined();
  });

  it('should collect garbage when it is advanced', () => {
    const clock = manualClock();
    const { objects } = createApiServer({ clock });
    const owner = objects.create(configMaps, { metadata: { name: 'owner', namespace: 'default' } });
    const { name, uid } = owner.metadata;
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }];
    objects.create(configMaps, { metadata: { name: 'owned', namespace: 'default', ownerReferences } });
    objects.delete(configMaps, 'default/owner');

    expect(objects.get(configMaps, 'default/owned')).toBeDefined();
    clock.advance(0);
    expect(objects.get(configMaps, 'default/owned')).toBeUndefined();
  });

  it('should refuse an invalid scheduler', () => {
    expect(() => createApiServer({ clock: {} as SchedulerLike })).toThrow('clock');
  });
});
