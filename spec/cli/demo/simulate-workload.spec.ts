import { describe, expect, it } from '@jest/globals';
import { OptionsError, StatusError } from 'rx-informer';
import { type ApiServer, createApiServer, type ObjectAccess } from 'rx-informer/apiserver';
import { apps, core } from 'rx-informer/kinds';
import { seededRandom } from 'rx-informer/testing';
import { finalize, type Observable, tap, timer } from 'rxjs';
import { simulateWorkload, type WorkloadOptions } from '../../../src/cli/demo/simulate-workload.ts';
import { marbles } from '../../support/marbles.ts';

/**
 * Returns a source of random numbers from 0.16 to 0.19. With these numbers, pods start and restart in every step of the
 * simulation in which they can. Random faults need smaller numbers, so no random fault happens.
 */
function calm(): () => number {
  const numbers = seededRandom(1);
  return () => 0.16 + numbers() * 0.03;
}

/** Returns the number of pods in the cluster at each of the given times. */
function podsAt(times: readonly number[], options: WorkloadOptions): readonly number[] {
  return marbles().run(({ flush }) => {
    const server = createApiServer();
    const counts: number[] = [];
    const running = simulateWorkload(server, options).subscribe();
    for (const time of times)
      timer(time).subscribe(() => counts.push(server.objects.list(core.v1.pods).length));
    timer(Math.max(...times) + 1).subscribe(() => {
      running.unsubscribe();
      void server.close();
    });
    flush();
    return counts;
  });
}

/** Returns a server whose function `objects.patch` throws `error` for keys that end with `suffix`. */
function failing({ objects }: ApiServer, error: Error, suffix = ''): Pick<ApiServer, 'objects'> {
  const patch: ObjectAccess['patch'] = (resource, key, ...rest) => {
    if (key.endsWith(suffix)) throw error;
    return objects.patch(resource, key, ...rest);
  };
  return { objects: { ...objects, patch } };
}

/** Returns how a simulation has ended after at most 10 s of virtual time. */
function endOf(life: (server: ApiServer) => Observable<never>) {
  return marbles().run(({ flush }) => {
    const server = createApiServer({ random: seededRandom(1) });
    const ends: unknown[] = [];
    const running = life(server).subscribe({ error: (error: unknown) => ends.push(error) });
    let sizes: Record<string, number> = {};
    timer(10_000).subscribe(() => {
      running.unsubscribe();
      sizes = Object.fromEntries(
        server.objects
          .list(apps.v1.deployments)
          .map(({ metadata, status }) => [metadata.name, status?.readyReplicas ?? 0]),
      );
      void server.close();
    });
    flush();
    return { ends, sizes };
  });
}

describe('simulateWorkload', () => {
  it('should start all pods of the first deployments within 10 s if there is no trouble', () => {
    const { ends, sizes } = endOf((server) => simulateWorkload(server, { random: calm() }));

    expect(sizes).toEqual({ api: 2, web: 3, worker: 2 });
    expect(ends).toEqual([]);
  });

  it('should create the first pods in the third step, with steps of half a second', () => {
    // The simulation creates the ReplicaSets at 500 ms, scales them at 1000 ms, and creates their pods at 1500 ms.
    expect(podsAt([0, 1499, 1500], { random: calm() })).toEqual([0, 0, 7]);
  });

  it('should be as fast as the option requires', () => {
    expect(podsAt([149, 150], { random: calm(), speed: 10 })).toEqual([0, 7]);
    expect(podsAt([2999, 3000], { random: calm(), speed: 0.5 })).toEqual([0, 7]);
  });

  it('should cause trouble', () => {
    const scales = new Set<number | undefined>();
    marbles().run(({ flush }) => {
      const server = createApiServer();
      const objects: ObjectAccess = {
        ...server.objects,
        patch: (resource, key, mergePatch, options) => {
          const patched = server.objects.patch(resource, key, mergePatch, options);
          if (resource.resource === 'deployments' && options === undefined)
            scales.add(patched.metadata.generation);
          return patched;
        },
      };
      const running = simulateWorkload({ objects }, { random: seededRandom(7) }).subscribe();
      timer(20_000).subscribe(() => {
        running.unsubscribe();
        void server.close();
      });
      flush();
    });

    expect(scales.size).toBeGreaterThan(1);
  });

  it('should use the time of the clock, which begins at 0 in virtual time', () => {
    const { objects } = createApiServer({ random: seededRandom(1) });
    marbles().run(({ expectObservable }) => {
      expectObservable(simulateWorkload({ objects }, { random: calm() }), '^ 5s !').toBe('');
    });

    expect(objects.get(core.v1.nodes, 'node-a')?.status?.conditions).toMatchObject([
      { type: 'Ready', lastTransitionTime: '1970-01-01T00:00:00Z' },
    ]);
    for (const { status } of objects.list(core.v1.pods))
      expect(status?.startTime).toMatch(/^1970-01-01T00:00:0[1-5]Z$/);
  });

  it('should do nothing before a subscription', () => {
    const server = createApiServer();
    simulateWorkload(server);

    expect(server.objects.list(core.v1.nodes)).toEqual([]);
    void server.close();
  });

  it('should stop on unsubscribe, and continue with the existing objects for the next subscriber', () => {
    marbles().run(({ flush }) => {
      const server = createApiServer();
      const life = simulateWorkload(server, { random: calm() });
      const pods = (): number => server.objects.list(core.v1.pods).length;
      const counts: number[] = [];
      const at = (time: number, action: () => void) => timer(time).subscribe(action);
      const first = life.subscribe();
      at(5000, () => {
        first.unsubscribe();
        counts.push(pods());
        server.objects.patch(apps.v1.deployments, 'shop/web', { spec: { replicas: 4 } });
      });
      at(9999, () => {
        counts.push(pods());
        const second = life.subscribe();
        at(5000, () => {
          counts.push(pods());
          second.unsubscribe();
          void server.close();
        });
      });
      flush();

      expect(counts).toEqual([7, 7, 8]);
    });
  });

  it('should emit nothing', () => {
    marbles().run(({ expectObservable }) => {
      const server = createApiServer();
      const life = simulateWorkload(server, { random: calm() }).pipe(finalize(() => void server.close()));
      expectObservable(life, '^ 3s !').toBe('');
    });
  });

  it('should continue with the other objects if the server refuses a write', () => {
    const { ends, sizes } = endOf((server) => {
      const refusal = new StatusError({
        code: 409,
        reason: 'Conflict',
        message: 'another client has written the object',
      });
      return simulateWorkload(failing(server, refusal, 'shop/api'), { random: calm() });
    });

    expect(ends).toEqual([]);
    expect(sizes).toEqual({ api: 0, web: 3, worker: 2 });
  });

  it('should fail with an error that is not a refusal of the server', () => {
    const defect = new TypeError('a defect');
    const { ends } = endOf((server) => simulateWorkload(failing(server, defect), { random: calm() }));

    expect(ends).toEqual([defect]);
  });

  it('should fail with an error while it creates the cluster', () => {
    const defect = new TypeError('a defect');
    const broken = {
      objects: {
        get: () => {
          throw defect;
        },
      } as unknown as ObjectAccess,
    };
    const errors: unknown[] = [];
    simulateWorkload(broken)
      .pipe(tap({ error: (error: unknown) => errors.push(error) }))
      .subscribe({ error: () => undefined });

    expect(errors).toEqual([defect]);
  });

  it.each([
    [{ speed: 0 }, 'simulateWorkload: speed'],
    [{ random: 5 }, 'simulateWorkload: random'],
    [{ other: 1 }, 'simulateWorkload: '],
  ])('should refuse %j', (options, message) => {
    const server = createApiServer();
    const simulate = () => simulateWorkload(server, options as WorkloadOptions);

    expect(simulate).toThrow(OptionsError);
    expect(simulate).toThrow(message);
    void server.close();
  });
});
