import { describe, expect, it, jest } from '@jest/globals';
import {
  asyncScheduler,
  defer,
  finalize,
  lastValueFrom,
  type MonoTypeOperatorFunction,
  NEVER,
  type Observable,
  throwError,
} from 'rxjs';
import { ConnectionError, type KubeRequest, ProtocolError, StatusError, type Transport } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { discover } from '../../src/discovery/discover.ts';
import type { ApiResource, Discovery } from '../../src/discovery/api-resource.ts';
import { type Answer, body, fakeTransport, refuse } from '../cli/fake-transport.ts';
import {
  aggregatedCore,
  aggregatedGroups,
  deployments,
  legacyAppsResources,
  legacyCoreResources,
  legacyGroups,
  legacyVersions,
  nodes,
  pods,
} from './documents.ts';

const found = (transport: Transport): Promise<Discovery> => lastValueFrom(discover(transport));
const failure = (transport: Transport): Promise<unknown> =>
  found(transport).then(
    () => 'none',
    (error: unknown) => error,
  );

const legacy = {
  '/api': legacyVersions,
  '/apis': legacyGroups,
  '/api/v1': legacyCoreResources,
  '/apis/apps/v1': legacyAppsResources,
  '/apis/apps/v1beta1': { kind: 'APIResourceList', resources: [] },
  '/apis/metrics.k8s.io/v1beta1': () => refuse(503),
};
const everything = { resources: [pods, nodes, deployments], missing: ['metrics.k8s.io/v1beta1'] };

/**
 * Simulates a server that has only the older discovery documents: the server either refuses aggregated discovery, or
 * ignores the Accept header.
 */
const only =
  (answer: Readonly<Record<string, unknown>>, code: number): Answer =>
  ({ headers }: KubeRequest): Observable<Uint8Array> =>
    headers?.['accept']?.includes('as=') === true ? refuse(code) : body(answer);

describe('discover', () => {
  it('should read a server that has aggregated documents with two requests (P112)', async () => {
    const transport = fakeTransport({ '/api': aggregatedCore, '/apis': aggregatedGroups });

    expect(await found(transport)).toEqual(everything);
    expect(transport.requests.map(({ path }) => path)).toEqual(['/api', '/apis']);
  });

  it('should otherwise request each version of a group, and name the versions without an answer (P110, P111)', async () => {
    expect(await found(fakeTransport(legacy))).toEqual(everything);
  });

  it.each([404, 406])(
    'should repeat the request in the older form when the newer fails with %i',
    async (code) => {
      const roots = { '/api': only(legacyVersions, code), '/apis': only(legacyGroups, code) };

      expect(await found(fakeTransport({ ...legacy, ...roots }))).toEqual(everything);
    },
  );

  it.each(['../../../v3/tokens', '..', '.', 'v1/../../..', '%2e%2e', 'v1?a=b', 'v1#', 'v 1'])(
    'should not request a version of a group that is named %j',
    async (version) => {
      const groups = [
        { name: 'apps', versions: [{ version }] },
        { name: version, versions: [{ version: 'v1' }] },
      ];
      const transport = fakeTransport({
        ...legacy,
        '/api': { kind: 'APIVersions', versions: [version, 'v1'] },
        '/apis': { kind: 'APIGroupList', groups },
      });

      const { resources, missing } = await found(transport);
      expect(resources).toEqual([pods, nodes]);
      expect(missing).toContain(`apps/${version}`);
      expect(new Set(transport.requests.map(({ path }) => path))).toEqual(
        new Set(['/api', '/apis', '/api/v1']),
      );
    },
  );

  it.each(['aggregated', 'older'])(
    'should skip resources that are not well-formed, in %s documents',
    async (form) => {
      const odd = ['../../v3/tokens', 'x'.repeat(1_000_000), 'a b'];
      const [core, older] = [structuredClone(aggregatedCore), structuredClone(legacyCoreResources)];
      const versions = core.items[0]?.versions ?? [];
      for (const name of odd) {
        versions[0]?.resources.push({ ...versions[0].resources[0], resource: name } as never);
        older.resources.push({ ...older.resources[0], name } as never);
      }
      const transport =
        form === 'older'
          ? fakeTransport({ ...legacy, '/api/v1': older })
          : fakeTransport({ '/api': core, '/apis': aggregatedGroups });

      expect(await found(transport)).toEqual(everything);
    },
  );

  it('should work without one of the two roots, but not without both', async () => {
    expect(await found(fakeTransport({ '/api': aggregatedCore }))).toEqual({
      resources: [pods, nodes],
      missing: [],
    });
    expect(await failure(fakeTransport({}))).toBeInstanceOf(ProtocolError);
    expect(await failure(fakeTransport({ '/api': { some: 'answer' }, '/apis': [] }))).toBeInstanceOf(
      ProtocolError,
    );
  });

  it('should fail if the login is refused, at a root or later', async () => {
    expect(await failure(fakeTransport({ ...legacy, '/apis': () => refuse(401) }))).toMatchObject({
      code: 401,
    });
    expect(await failure(fakeTransport({ ...legacy, '/apis/apps/v1': () => refuse(403) }))).toBeInstanceOf(
      StatusError,
    );
  });

  it('should fail if an answer is not JSON', async () => {
    expect(await failure(fakeTransport({ ...legacy, '/api': '<html>Sign in</html>' }))).toBeInstanceOf(
      ProtocolError,
    );
  });

  it('should fail with the error of the transport', async () => {
    const error = new ConnectionError('refused');
    const down = { open: () => throwError(() => error) };

    expect(await failure(down)).toBe(error);
  });

  it('should send no request before a subscription, and repeat the requests for each subscription', async () => {
    const transport = fakeTransport({ '/api': aggregatedCore, '/apis': aggregatedGroups });
    const discovery$ = discover(transport);
    expect(transport.requests).toEqual([]);

    await lastValueFrom(discovery$);
    await lastValueFrom(discovery$);
    expect(transport.requests).toHaveLength(4);
  });

  it('should abort pending requests when it is unsubscribed', () => {
    let open = 0;
    const silent: Answer = () => NEVER.pipe(counted((by) => (open += by)));
    const subscription = discover(fakeTransport({ '/api': silent, '/apis': silent })).subscribe();
    expect(open).toBe(2);

    subscription.unsubscribe();
    expect(open).toBe(0);
  });

  it('should find the same resources in both forms of the embedded API server', async () => {
    const { transport } = createApiServer();
    const older: Transport = {
      open: (request) => transport.open({ ...request, headers: { accept: 'application/json' } }),
    };
    const [newForm, oldForm] = [await found(transport), await found(older)];

    expect(newForm.resources.length).toBeGreaterThan(9);
    expect(comparable(oldForm)).toEqual(comparable(newForm));
  });

  it('should yield to the event loop between its documents', async () => {
    let time = 0;
    const clock = jest.spyOn(asyncScheduler, 'now').mockImplementation(() => (time += 6));
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const discovered = await found(fakeTransport(legacy));
    isOver = true;
    clock.mockRestore();

    expect(discovered).toEqual(everything);
    expect(turns).toBeGreaterThanOrEqual(4); // each document is parsed in its own task
  });

  it('should refuse documents of more than 1,000,000 values in total, and request no more of them', async () => {
    const groups = Array.from({ length: 54 }, (_, at) => ({
      name: `g${at}`,
      versions: [{ version: 'v1' }],
    }));
    const large = `{"kind":"APIResourceList","resources":[${'{},'.repeat(98_000)}{}]}`;
    const transport = fakeTransport({
      '/api': legacyVersions,
      '/api/v1': legacyCoreResources,
      '/apis': { kind: 'APIGroupList', groups },
      ...Object.fromEntries(groups.map(({ name }) => [`/apis/${name}/v1`, large])),
    });

    const error = await failure(transport);
    expect(error).toBeInstanceOf(ProtocolError);
    expect((error as ProtocolError).message).toMatch(
      /^discovery takes at most 1000000 values, and \/apis\/g\d+\/v1 has more$/,
    );
    expect(transport.requests.length).toBeLessThan(25);
  });

  const comparable = ({ resources }: Discovery): readonly unknown[] =>
    resources.map((resource: ApiResource) => ({
      ...resource,
      subresources: [...resource.subresources].sort(),
    }));

  /** Counts open requests. A request is open from its subscription until its end. */
  const counted =
    <T>(count: (by: number) => void): MonoTypeOperatorFunction<T> =>
    (source) =>
      defer(() => {
        count(1);
        return source.pipe(finalize(() => count(-1)));
      });
});
