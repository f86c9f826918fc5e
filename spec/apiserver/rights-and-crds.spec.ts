import { describe, expect, it } from '@jest/globals';
import { Subject, takeUntil, throwError } from 'rxjs';
import {
  ConnectionError,
  type GroupVersionResource,
  informer,
  type Informer,
  type KubeObject,
  listWatch,
  type ReflectOptions,
  type Transport,
} from 'rx-informer';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import { apiextensions, core, rbac } from 'rx-informer/kinds';
import { marbles } from '../support/marbles.ts';

const { customresourcedefinitions } = apiextensions.v1;
const widgets: GroupVersionResource = { group: 'example.com', version: 'v1', resource: 'widgets' };

/** What a step can use. */
interface Stage {
  readonly server: ApiServer;
  readonly one: Informer<KubeObject>;
  /** Cuts all connections of the informer, until the next call. */
  readonly setOffline: (isOffline: boolean) => void;
}

interface Outcome {
  /** The batches of the store with their times. */
  readonly batches: readonly string[];
  /** The phases with their times. Equal phases in a row are one line. */
  readonly phases: readonly string[];
  readonly requests: readonly string[];
}

interface Scene {
  readonly resource?: GroupVersionResource;
  readonly token?: string;
  readonly options?: ApiServerOptions;
  readonly reflect?: ReflectOptions;
  readonly prepare?: (server: ApiServer) => void;
  /** The steps, by second of virtual time. */
  readonly steps: Readonly<Record<number, (stage: Stage) => unknown>>;
  readonly seconds: number;
}

function play({ resource = widgets, token, options, reflect, prepare, steps, seconds }: Scene): Outcome {
  const batches: string[] = [];
  const phases: string[] = [];
  const requests: string[] = [];
  const scheduler = marbles();
  scheduler.run(() => {
    const server = createApiServer(options);
    prepare?.(server);
    const cut = new Subject<void>();
    let isCut = false;
    const lost = (): ConnectionError => new ConnectionError('the connection is cut');
    const transport: Transport = {
      open(request) {
        requests.push(`${scheduler.now()} ${request.path}`);
        if (isCut) return throwError(lost);
        const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) };
        return server.transport.open({ ...request, headers }).pipe(takeUntil(cut));
      },
    };
    const setOffline = (isOffline: boolean): void => {
      isCut = isOffline;
      cut.next();
    };
    const one = informer(listWatch<KubeObject>(transport, resource), { ...(reflect && { reflect }) });
    one.status$.subscribe(({ phase }) => {
      if (phases.at(-1)?.endsWith(` ${phase}`) !== true) phases.push(`${scheduler.now()} ${phase}`);
    });
    const running = one.store.batches$.subscribe((batch) =>
      batches.push(
        `${scheduler.now()} ${batch.map(({ type, key, cause }) => `${type} ${key} ${cause}`).join(', ')}`,
      ),
    );
    for (const [second, step] of Object.entries(steps))
      scheduler.schedule(() => step({ server, one, setOffline }), Number(second) * 1_000);
    scheduler.schedule(() => running.unsubscribe(), seconds * 1_000);
  });
  return { batches, phases, requests };
}

const timeOf = (line = ''): number => Number(line.split(' ')[0]);
const textsOf = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/^\d+ /, ''));

const versionOf = (name: string, served = true, storage = name === 'v1'): object => ({
  ...{ name, served, storage },
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
});
const define = ({ objects }: ApiServer, ...versions: readonly object[]): unknown =>
  objects.create(customresourcedefinitions, {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: (versions.length === 0 ? [versionOf('v1')] : versions) as never,
    },
  });
const withdraw = ({ objects }: ApiServer): unknown =>
  objects.delete(customresourcedefinitions, 'widgets.example.com');
const create = ({ objects }: ApiServer, ...names: readonly string[]): void => {
  for (const name of names) objects.create(widgets, { metadata: { name, namespace: 'default' } });
};

describe('an informer of a custom resource', () => {
  it('should start within 2 s of its CRD, and again after the CRD was removed and created again', () => {
    const { batches, phases } = play({
      steps: {
        100: ({ server }) => define(server),
        110: ({ server }) => create(server, 'a', 'b'),
        200: ({ server }) => withdraw(server),
        300: ({ server }) => define(server),
        310: ({ server }) => create(server, 'a'),
      },
      seconds: 400,
    });
    const starts = phases.filter((line) => line.endsWith(' watching')).map(timeOf);

    expect(starts[0]).toBeGreaterThanOrEqual(100_000);
    expect(starts[0]).toBeLessThanOrEqual(102_000);
    expect(starts.filter((time) => time >= 300_000 && time <= 302_000)).toHaveLength(1);
    expect(textsOf(batches).flatMap((batch) => batch.split(', '))).toEqual([
      'added default/a watch',
      'added default/b watch',
      'deleted default/a watch',
      'deleted default/b watch',
      'added default/a watch',
    ]);
    expect(batches.filter((line) => line.includes('deleted')).map(timeOf)).toEqual([200_000, 200_000]);
  });

  it('should delete all objects in one batch, if the CRD was removed while the connection was cut', () => {
    const { batches, requests } = play({
      prepare: (server) => {
        define(server);
        create(server, 'a', 'b', 'c');
      },
      steps: {
        100: ({ setOffline }) => setOffline(true),
        101: ({ server }) => withdraw(server),
        102: ({ setOffline, one }) => {
          setOffline(false);
          one.retry();
        },
        200: ({ server }) => {
          define(server);
          create(server, 'd');
        },
      },
      seconds: 300,
    });

    expect(textsOf(batches)).toEqual([
      'added default/a initial, added default/b initial, added default/c initial',
      'deleted default/a relist, deleted default/b relist, deleted default/c relist',
      'added default/d relist',
    ]);
    expect(timeOf(batches[1])).toBeLessThan(102_000 + 8_000);
    expect(timeOf(batches[2])).toBeLessThan(202_000);
    expect(requests.filter((line) => line.endsWith('/apis'))).toHaveLength(1);
  });

  it('should keep its objects if the group has the resource in another version', () => {
    const { batches, phases, requests } = play({
      prepare: (server) => {
        define(server, versionOf('v1'), versionOf('v2'));
        create(server, 'a');
      },
      steps: {
        100: ({ server }) =>
          server.objects.patch(customresourcedefinitions, 'widgets.example.com', {
            spec: { versions: [versionOf('v1', false), versionOf('v2')] as never },
          }),
      },
      seconds: 200,
    });

    expect(textsOf(batches)).toEqual(['added default/a initial']);
    expect(phases.at(-2)).toMatch(/ waiting$/);
    expect(requests.filter((line) => line.endsWith('/apis')).length).toBeGreaterThan(1);
  });

  it('should send at most 120 requests a minute while the CRD is missing', () => {
    const { requests } = play({ steps: {}, seconds: 600 });

    expect(requests.length / 10).toBeLessThanOrEqual(120);
    expect(requests.every((line) => line.endsWith('/apis/example.com/v1/widgets'))).toBe(true);
  });
});

const userOf = (server: ApiServer) => ({
  grant: () =>
    server.objects.create(rbac.v1.clusterrolebindings, {
      metadata: { name: 'alice' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' }] as never,
    }),
  take: () => {
    server.objects.delete(rbac.v1.clusterrolebindings, 'alice');
    // A server checks the rights of an open watch at its next request.
    server.endWatches();
  },
});

describe('an informer of a user', () => {
  const scene: Omit<Scene, 'steps' | 'seconds'> = {
    resource: core.v1.configmaps,
    token: 'alices',
    options: { tokens: { alices: { user: 'alice' } } },
    prepare: (server) => {
      userOf(server).grant();
      for (const name of ['a', 'b'])
        server.objects.create(core.v1.configmaps, { metadata: { name, namespace: 'default' } });
    },
  };
  const steps: Scene['steps'] = {
    100: ({ server }) => userOf(server).take(),
    200: ({ server, one }) => {
      userOf(server).grant();
      one.retry();
    },
  };
  const added = 'added default/a initial, added default/b initial';

  it('should keep the objects by default while its rights are taken', () => {
    const { batches, phases } = play({ ...scene, steps, seconds: 300 });

    expect(textsOf(batches)).toEqual([added]);
    expect(phases).toContain('100000 waiting');
    expect(phases).toContain('200000 watching');
  });

  it("should delete all objects in one batch with onForbidden: 'clear', and add them at a retry()", () => {
    const { batches, phases } = play({ ...scene, reflect: { onForbidden: 'clear' }, steps, seconds: 300 });

    expect(textsOf(batches)).toEqual([
      added,
      'deleted default/a relist, deleted default/b relist',
      'added default/a relist, added default/b relist',
    ]);
    expect(timeOf(batches[1])).toBeGreaterThanOrEqual(105_000);
    expect(timeOf(batches[1])).toBeLessThanOrEqual(111_000);
    expect(timeOf(batches[2])).toBe(200_000);
    expect(phases).toContain('200000 watching');
  });

  it('should not delete objects if the rights are missing for a moment', () => {
    const { batches } = play({
      ...scene,
      reflect: { onForbidden: 'clear' },
      steps: {
        100: ({ server }) => userOf(server).take(),
        104: ({ server }) => userOf(server).grant(),
      },
      seconds: 300,
    });

    expect(textsOf(batches)).toEqual([added]);
  });
});
