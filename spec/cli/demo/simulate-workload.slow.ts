import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { apps, core, type Deployment } from 'rx-informer/kinds';
import { fc } from '../../support/properties.ts';
import { simulateWorkload, type WorkloadOptions } from '../../../src/cli/demo/simulate-workload.ts';
import { marbles } from '../../support/marbles.ts';

/** Simulates a workload in virtual time. `at` returns the actions for each second. */
function live(
  seconds: number,
  options: WorkloadOptions,
  at: Readonly<Record<number, (server: ApiServer) => void>> = {},
): ApiServer {
  return marbles().run(({ cold, flush }) => {
    const server = createApiServer(options.random === undefined ? {} : { random: options.random });
    for (const [second, action] of Object.entries(at)) cold(`${second}s x`).subscribe(() => action(server));
    const life = simulateWorkload(server, options).subscribe();
    cold(`${seconds}s x`).subscribe(() => life.unsubscribe());
    flush();
    return server;
  });
}

/** Returns a function that returns pseudo-random numbers (mulberry32). The seed determines the numbers. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Options with random numbers that cause each timed step of the simulation, but no random fault. */
function calm(): WorkloadOptions {
  const numbers = seeded(1);
  return { random: () => 0.16 + numbers() * 0.03 };
}

const sizes = (server: ApiServer): Record<string, string> =>
  Object.fromEntries(
    server.objects
      .list(apps.v1.deployments)
      .map(({ metadata, spec, status }) => [
        metadata.name,
        `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 1} ready, ${status?.updatedReplicas ?? 0} new`,
      ]),
  );

const web = (server: ApiServer): Deployment | undefined =>
  server.objects.get(apps.v1.deployments, 'shop/web');

describe('simulateWorkload', () => {
  it('should start the wanted pods, without trouble', () => {
    const server = live(20, calm());

    expect(sizes(server)).toEqual({
      api: '2/2 ready, 2 new',
      web: '3/3 ready, 3 new',
      worker: '2/2 ready, 2 new',
    });
    for (const pod of server.objects.list(core.v1.pods)) {
      expect(pod).toMatchObject({
        spec: { nodeName: expect.stringMatching(/^node-[abc]$/) },
        status: { phase: 'Running', podIP: expect.stringMatching(/^10(\.\d+){3}$/) },
      });
    }
  });

  it('should make more than ten changes of pods and deployments in 20 s, for any random numbers', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const changes = { pods: 0, deployments: 0 };
        live(
          20,
          { random: seeded(seed) },
          {
            0: (server) => {
              for (const name of ['pods', 'deployments'] as const) {
                const path = name === 'pods' ? '/api/v1/pods' : '/apis/apps/v1/deployments';
                server.transport.open({ path, query: { watch: 'true' } }).subscribe(() => changes[name]++);
              }
            },
          },
        );
        expect(changes.pods).toBeGreaterThan(20);
        expect(changes.deployments).toBeGreaterThan(10);
      }),
      { numRuns: 20 },
    );
  });

  it('should roll out a new template, one pod at a time, and keep two earlier replica sets', () => {
    let fewest = Infinity;
    const release = (version: number) => (server: ApiServer) => {
      const containers = [{ name: 'web', image: `registry.example/web:${version}` }];
      server.objects.patch(apps.v1.deployments, 'shop/web', { spec: { template: { spec: { containers } } } });
    };
    const look = (server: ApiServer): void => {
      fewest = Math.min(fewest, web(server)?.status?.readyReplicas ?? 0);
    };
    const looks = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [20.25 + n, look]));
    const server = live(120, calm(), {
      ...looks,
      20: release(2),
      40: release(3),
      60: release(4),
      80: release(5),
    });

    expect(sizes(server)).toMatchObject({ web: '3/3 ready, 3 new' });
    expect(fewest).toBe(2);
    const replicaSets = server.objects
      .list(apps.v1.replicasets)
      .filter(({ metadata }) => metadata.labels?.['app'] === 'web');
    expect(replicaSets.map(({ spec }) => spec?.replicas ?? 0).sort()).toEqual([0, 0, 3]);
    const images = server.objects
      .list(core.v1.pods)
      .filter(({ metadata }) => metadata.labels?.['app'] === 'web')
      .map(({ spec }) => spec?.containers[0]?.image);
    expect(new Set(images)).toEqual(new Set(['registry.example/web:5']));
  });

  it('should react to writes of other clients: a scale, a deleted pod, a deleted deployment, a new deployment', () => {
    const server = live(80, calm(), {
      20: ({ objects }) => objects.patch(apps.v1.deployments, 'shop/web', { spec: { replicas: 5 } }),
      30: ({ objects }) => {
        const [pod] = objects.list(core.v1.pods, 'shop');
        objects.delete(core.v1.pods, `shop/${pod?.metadata.name ?? ''}`);
      },
      40: ({ objects }) => objects.patch(apps.v1.deployments, 'shop/web', { spec: { replicas: 1 } }),
      50: ({ objects }) => objects.delete(apps.v1.deployments, 'shop/api'),
      60: ({ objects }) => {
        const labels = { app: 'mine' };
        const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'mine' }] } };
        const spec = { selector: { matchLabels: labels }, template };
        objects.create(apps.v1.deployments, { metadata: { name: 'mine', namespace: 'default' }, spec });
      },
    });

    expect(sizes(server)).toEqual({
      mine: '1/1 ready, 1 new',
      web: '1/1 ready, 1 new',
      worker: '2/2 ready, 2 new',
    });
    const labels = server.objects.list(core.v1.pods).map(({ metadata }) => metadata.labels?.['app']);
    expect(labels.sort()).toEqual(['mine', 'web', 'worker', 'worker']);
  });

  it('should survive the deletion of its namespace', () => {
    const server = live(40, calm(), {
      20: ({ objects }) => objects.delete(core.v1.namespaces, 'shop'),
    });

    expect(server.objects.get(core.v1.namespaces, 'shop')).toBeUndefined();
    expect(server.objects.list(core.v1.pods)).toEqual([]);
  });

  it('should stay within limits and never fail, for any events', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const server = live(200, { random: seeded(seed) });

        const pods = server.objects.list(core.v1.pods);
        const wanted = server.objects.list(apps.v1.deployments).map(({ spec }) => spec?.replicas ?? 1);
        expect(Math.max(...wanted)).toBeLessThanOrEqual(5);
        expect(Math.min(...wanted)).toBeGreaterThanOrEqual(1);
        const staying = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
        expect(staying.length).toBeLessThanOrEqual(wanted.reduce((sum, n) => sum + n + 1, 0));
        expect(server.objects.list(apps.v1.replicasets).length).toBeLessThanOrEqual(3 * 4);
      }),
      { numRuns: 5 },
    );
  });

  it('should crash pods, count their restarts, and sometimes lose a node', () => {
    const seen = new Set<string>();
    live(
      300,
      { random: seeded(7) },
      {
        0: (server) => {
          for (const path of ['/api/v1/pods', '/api/v1/nodes']) {
            server.transport.open({ path, query: { watch: 'true' } }).subscribe((bytes) => {
              const text = new TextDecoder().decode(bytes);
              for (const word of [
                'CrashLoopBackOff',
                '"restartCount":1',
                'KubeletNotReady',
                'ContainerCreating',
              ]) {
                if (text.includes(word)) seen.add(word);
              }
            });
          }
        },
      },
    );

    expect([...seen].sort()).toEqual([
      '"restartCount":1',
      'ContainerCreating',
      'CrashLoopBackOff',
      'KubeletNotReady',
    ]);
  });

  it('should be the same for the same random numbers, and as fast as configured', () => {
    const uids = (seconds: number, speed: number): readonly string[] =>
      live(seconds, { random: seeded(3), speed })
        .objects.list(core.v1.pods)
        .map(({ metadata }) => metadata.uid);

    expect(uids(20, 1)).toEqual(uids(20, 1));
    expect(uids(2, 10)).toEqual(uids(20, 1));
  });

  it('should stop when unsubscribed, and start again with the existing objects', () => {
    const server = live(20, calm());
    const { resourceVersion } = server;
    marbles().run(({ expectObservable }) =>
      expectObservable(simulateWorkload(server, calm()), '1s !').toBe(''),
    );

    expect(server.objects.list(core.v1.nodes)).toHaveLength(3);
    expect(server.resourceVersion).toBe(resourceVersion);
  });

  it.each([{ speed: 0 }, { speed: NaN }, { random: 5 }, { other: 1 }])('should refuse %p', (options) => {
    expect(() => simulateWorkload(createApiServer(), options as WorkloadOptions)).toThrow(OptionsError);
  });
});
