import { describe, expect, it } from '@jest/globals';
import { informer, listWatch, waitForCacheSync } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { marbles } from '../support/marbles.ts';

const { configmaps } = core.v1;
const create = ({ objects }: ApiServer, name: string): unknown =>
  objects.create(configmaps, { metadata: { name, namespace: 'default' } });

/** Returns the changes that an informer emits. `steps` are changes of the server, by second of virtual time. */
function received(
  seconds: number,
  steps: Readonly<Record<number, (server: ApiServer) => void>>,
): readonly string[] {
  const lines: string[] = [];
  marbles().run(({ cold, flush }) => {
    const server = createApiServer();
    create(server, 'a');
    const changes = informer(listWatch(server.transport, configmaps))
      .changes()
      .subscribe(({ type, key, cause }) => lines.push(`${type} ${key} ${cause}`));
    for (const [second, step] of Object.entries(steps)) cold(`${second}s x`).subscribe(() => step(server));
    cold(`${seconds}s x`).subscribe(() => changes.unsubscribe());
    flush();
  });
  return lines;
}

describe('an informer on the API server', () => {
  it('should receive the objects and every write, in virtual time', () => {
    const lines = received(600, {
      1: (server) => create(server, 'b'),
      2: ({ objects }) => objects.patch(configmaps, 'default/a', { data: { k: 'v' } }),
      500: ({ objects }) => objects.delete(configmaps, 'default/a'),
    });

    expect(lines).toEqual([
      'added default/a initial',
      'added default/b watch',
      'updated default/a watch',
      'deleted default/a watch',
    ]);
  });

  it('should resume after the end of its watch', () => {
    const lines = received(60, {
      10: (server) => {
        server.endWatches(); // the informer resumes the watch at once
        server.endWatches(); // the informer waits before it resumes the watch again
        create(server, 'b');
      },
    });

    expect(lines).toEqual(['added default/a initial', 'added default/b watch']);
  });

  it('should receive 410 after a compaction, and find the difference (P36)', () => {
    const lines = received(60, {
      10: (server) => {
        server.endWatches();
        server.endWatches();
        create(server, 'b');
        server.objects.delete(configmaps, 'default/a');
        server.compact();
      },
    });

    expect(lines).toEqual(['added default/a initial', 'deleted default/a relist', 'added default/b relist']);
  });

  it('should store the same objects from a streamed list and from a list in pages (P41)', async () => {
    const server = createApiServer();
    for (let n = 0; n < 1_200; n++) create(server, `map-${n % 400}${'abc'[n % 3]}`);
    server.objects.delete(configmaps, 'default/map-7b');
    const [streamed, paged] = await Promise.all(
      (['auto', 'never'] as const).map(async (streamingList) => {
        const maps = informer(listWatch(server.transport, configmaps), { reflect: { streamingList } });
        const running = maps.start();
        await waitForCacheSync([maps]);
        const state = { version: maps.store.resourceVersion, items: maps.store.list() };
        running.unsubscribe();
        return state;
      }),
    );

    expect(streamed?.items).toHaveLength(1_199);
    expect(streamed).toEqual(paged);
  });
});
