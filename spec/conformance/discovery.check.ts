import { describe, expect } from '@jest/globals';
import { check } from './support/check.ts';
import { ask, get, remove } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { refusal } from './support/refusals.ts';
import { configMap, done, createTestNamespace } from './support/test-namespace.ts';
import { group } from './support/widgets.ts';

interface AggregatedGroup {
  readonly metadata: { readonly name: string };
  readonly versions: readonly { readonly version: string; readonly resources: readonly object[] }[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Operation {
  readonly 'x-kubernetes-group-version-kind': { readonly kind: string };
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

describe('discovery', () => {
  const accept = 'application/json';

  check('P110', 'the groups are listed in the legacy form', async () => {
    expect(await get('/api', { accept })).toMatchObject({
      status: 200,
      body: { kind: 'APIVersions', versions: ['v1'] },
    });
    const { status, body } = await get('/apis', { accept });
    expect(status).toBe(200);
    expect(body.kind).toBe('APIGroupList');
    const version = { groupVersion: 'coordination.k8s.io/v1', version: 'v1' };
    expect(body.groups).toContainEqual(
      expect.objectContaining({
        name: 'coordination.k8s.io',
        versions: expect.arrayContaining([version]),
        preferredVersion: version,
      }),
    );
  });

  check('P111', 'the resources of a group are listed, with their subresources', async () => {
    const core = await get('/api/v1', { accept });
    expect(core).toMatchObject({ status: 200, body: { kind: 'APIResourceList', groupVersion: 'v1' } });
    expect(core.body.resources).toContainEqual(
      expect.objectContaining({
        name: 'configmaps',
        singularName: 'configmap',
        namespaced: true,
        kind: 'ConfigMap',
        shortNames: ['cm'],
        verbs: expect.arrayContaining(['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']),
      }),
    );

    expect(await get(`/apis/${group}`, { accept })).toMatchObject({
      status: 200,
      body: {
        kind: 'APIGroup',
        name: group,
        versions: [{ groupVersion: `${group}/v1`, version: 'v1' }],
        preferredVersion: { groupVersion: `${group}/v1`, version: 'v1' },
      },
    });

    const own = await get(`/apis/${group}/v1`, { accept });
    expect(own).toMatchObject({
      status: 200,
      body: { kind: 'APIResourceList', groupVersion: `${group}/v1` },
    });
    for (const row of [
      {
        name: 'widgets',
        singularName: 'widget',
        namespaced: true,
        kind: 'Widget',
        shortNames: ['wd'],
        categories: ['all', 'demo'],
      },
      { name: 'widgets/status', namespaced: true, kind: 'Widget' },
      { name: 'widgets/scale', namespaced: true, group: 'autoscaling', version: 'v1', kind: 'Scale' },
    ]) {
      expect(own.body.resources).toContainEqual(expect.objectContaining(row));
    }
  });

  check('P112', 'aggregated discovery is one document, and is sent again only after a change', async () => {
    const form = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const read = (path: string): ReturnType<typeof get> => get(path, { accept: `${form},application/json` });

    for (const path of ['/api', '/apis']) {
      const { status, headers, body } = await read(path);
      expect([status, body.kind, body.apiVersion]).toEqual([
        200,
        'APIGroupDiscoveryList',
        'apidiscovery.k8s.io/v2',
      ]);
      expect(headers).toMatchObject({
        'content-type': form,
        vary: expect.stringMatching(/Accept/),
        etag: expect.stringMatching(/./),
      });
    }

    const apis = await eventually(
      () => read('/apis'),
      ({ text }) => text.includes(group),
    );
    const groups = apis.body.items as unknown as readonly AggregatedGroup[];
    const own = groups.find(({ metadata }) => metadata.name === group);
    expect(own?.versions[0]).toMatchObject({ version: 'v1', freshness: 'Current' });
    const [resource] = own?.versions[0]?.resources ?? [];
    expect(resource).toMatchObject({
      resource: 'widgets',
      responseKind: { group, version: 'v1', kind: 'Widget' },
      scope: 'Namespaced',
      singularResource: 'widget',
      verbs: expect.arrayContaining(['get', 'list', 'watch']),
      shortNames: ['wd'],
      categories: ['all', 'demo'],
      subresources: expect.arrayContaining([
        expect.objectContaining({ subresource: 'status' }),
        expect.objectContaining({
          subresource: 'scale',
          responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
        }),
      ]),
    });

    // Retries, because another check may create a CRD at the same time and so change the ETag.
    await eventually(
      async () => {
        const tag = (await read('/api')).headers.etag ?? '';
        return get('/api', { accept: form, headers: { 'if-none-match': tag } });
      },
      ({ status }) => status === 304,
    );
  });

  check('P113', 'the version is a semantic version', async () => {
    const { status, body } = await get('/version');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      major: expect.stringMatching(/^\d+$/),
      minor: expect.stringMatching(/^\d+\+?$/),
      gitVersion: expect.stringMatching(/^v\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$/),
    });
  });

  check('P114', 'OpenAPI v3 describes how to patch each kind', async () => {
    const index = (await get('/openapi/v3')).body as unknown as {
      readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
    };
    const path = index.paths['api/v1']?.serverRelativeURL ?? '';
    expect(path).toMatch(/^\/openapi\/v3\/api\/v1/);

    const document = (await get(path)).body as unknown as OpenApi;
    const validated = Object.values(document.paths).flatMap((item) => {
      const operation = item['patch'] as Operation | undefined;
      const shared = (item['parameters'] ?? []) as NonNullable<Operation['parameters']>;
      const parameters = [...shared, ...(operation?.parameters ?? [])];
      const validates = parameters.some((one) => one.name === 'fieldValidation' && one.in === 'query');
      return operation !== undefined && validates ? [operation['x-kubernetes-group-version-kind'].kind] : [];
    });
    const { resources } = done(await get('/api/v1', { accept }));
    const patched = resources.filter(
      ({ name, verbs }) => !String(name).includes('/') && (verbs as readonly string[]).includes('patch'),
    );
    expect(patched.length).toBeGreaterThan(0);
    expect(validated).toEqual(expect.arrayContaining(patched.map(({ kind }) => kind)));
  });

  check('P115', 'the server reports that it is healthy', async () => {
    for (const path of ['/healthz', '/livez', '/readyz']) {
      const { status, headers, text } = await get(path);
      expect([path, status, text]).toEqual([path, 200, 'ok']);
      expect(headers['content-type']).toMatch(/^text\/plain/);
    }
  });

  check('P116', 'an unsupported method of a path is refused', async () => {
    const { configMaps } = await createTestNamespace();

    expect((await ask('HEAD', configMaps)).status).toBe(405);
    for (const answer of [
      await ask('PUT', configMaps, { body: configMap('x') }),
      await ask('POST', `${configMaps}/x`, { body: configMap('x') }),
      await ask('POST', '/api/v1/configmaps', { body: configMap('x') }),
      await remove('/api/v1/configmaps'),
    ]) {
      expect(answer).toMatchObject(refusal(405, 'MethodNotAllowed', { details: {} }));
    }
  });
});
