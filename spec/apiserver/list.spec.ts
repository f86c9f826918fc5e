import { expect, it } from '@jest/globals';
import type { Client } from './support/client.ts';
import { CM, configMaps, CR, throughBothDoors } from './support/in-process-and-over-http.ts';

interface ListBody {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number };
  readonly items: readonly {
    kind?: string;
    apiVersion?: string;
    metadata: { name: string; namespace: string };
  }[];
}

async function list(client: Client, target: string): Promise<ListBody> {
  const { code, body } = await client.request('GET', target);
  expect([code, body]).toEqual([200, expect.objectContaining({ items: expect.anything() })]);
  return body as ListBody;
}

const namesOf = ({ items }: ListBody): readonly string[] => items.map(({ metadata }) => metadata.name);
const all = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'];

const causes = (...pairs: readonly (readonly [reason: string, field: string])[]): object => ({
  details: { causes: pairs.map(([reason, field]) => expect.objectContaining({ reason, field })) },
});

throughBothDoors('list', (setUp, door) => {
  it('should return built-in items in key order and without their type (P1)', async () => {
    const { client } = await setUp();

    const body = await list(client, CM);

    expect(body).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' });
    expect(body.metadata.resourceVersion).toMatch(/^[1-9][0-9]*$/);
    expect(namesOf(body)).toEqual(all);
    expect(body.items[0]).not.toHaveProperty('kind');
    expect(body.items[0]).not.toHaveProperty('apiVersion');
    expect(body.metadata).not.toHaveProperty('continue');
  });

  it('should return custom items with their type, and an empty continue (P2)', async () => {
    const { client } = await setUp();

    const body = await list(client, CR);

    expect(body).toMatchObject({
      kind: 'WidgetList',
      apiVersion: 'demo.example.com/v1',
      metadata: { continue: '' },
    });
    expect(body.items).toMatchObject([{ kind: 'Widget', apiVersion: 'demo.example.com/v1' }]);
  });

  it('should return the requested version, or a newer one (P3, P4, P6)', async () => {
    const { client, server } = await setUp();
    const { metadata } = await list(client, CM);
    server.objects.create(configMaps, { metadata: { name: 'x', namespace: 'ns' } });

    const any = await list(client, `${CM}?resourceVersion=0`);
    const plain = await list(client, `${CM}?resourceVersion=${metadata.resourceVersion}`);
    const notOlder = await list(
      client,
      `${CM}?resourceVersion=${metadata.resourceVersion}&resourceVersionMatch=NotOlderThan`,
    );

    for (const body of [any, plain, notOlder]) {
      expect(namesOf(body)).toContain('x');
      expect(body.metadata.resourceVersion).toBe(server.resourceVersion);
    }
  });

  it('should return exactly the requested version, with Exact or with a limit (P5, P16)', async () => {
    const { client, server } = await setUp();
    const { resourceVersion } = (await list(client, CM)).metadata;
    server.objects.create(configMaps, { metadata: { name: 'a0', namespace: 'ns' } });
    server.objects.patch(configMaps, 'ns/c1', { data: { a: '1' } });
    server.objects.delete(configMaps, 'ns/c3');

    const exact = await list(client, `${CM}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
    const limited = await list(client, `${CM}?limit=2&resourceVersion=${resourceVersion}`);

    expect(namesOf(exact)).toEqual(all);
    expect(exact.items[1]).not.toHaveProperty('data');
    expect(namesOf(limited)).toEqual(['c0', 'c1']);
    for (const { metadata } of [exact, limited]) expect(metadata.resourceVersion).toBe(resourceVersion);
  });

  it.each([
    ['P7', 'resourceVersionMatch=Exact', causes(['FieldValueForbidden', 'resourceVersionMatch'])],
    [
      'P8',
      'resourceVersion=0&resourceVersionMatch=Exact',
      causes(['FieldValueForbidden', 'resourceVersionMatch']),
    ],
    [
      'P9',
      'resourceVersion=5&resourceVersionMatch=Foo',
      causes(['FieldValueNotSupported', 'resourceVersionMatch']),
    ],
    ['P12', 'sendInitialEvents=true', causes(['FieldValueForbidden', 'sendInitialEvents'])],
    [
      'P19',
      'limit=2&continue=T&resourceVersionMatch=Exact',
      causes(
        ['FieldValueForbidden', 'resourceVersionMatch'],
        ['FieldValueForbidden', 'resourceVersionMatch'],
      ),
    ],
  ])('should refuse conflicting parameters (%s: %s)', async (_, query, details) => {
    const { client } = await setUp();

    const { code, body } = await client.request('GET', `${CM}?${query}`);

    expect([code, body]).toMatchObject([422, { reason: 'Invalid', ...details }]);
    if (door === 'http')
      expect(body).toMatchObject({ details: { kind: 'ListOptions', group: 'meta.k8s.io' } });
  });

  it.each([
    ['P10', 'resourceVersion=abc', 'invalid resource version'],
    ['P20', 'continue=garbage', 'invalid continue token'],
    ['P24', 'limit=abc', 'parsing "abc": invalid syntax'],
    ['P24', 'limit=9223372036854775808', 'parsing "9223372036854775808": value out of range'],
    ['P10', 'resourceVersion=18446744073709551616', 'parsing "18446744073709551616": value out of range'],
    ['P24', 'timeoutSeconds=abc', 'parsing "abc": invalid syntax'],
    ['P24', 'timeout=abc', 'invalid duration "abc"'],
    [
      'a long duration',
      `timeout=${'1s'.repeat(51)}`,
      'it has 102 characters; give a duration of at most 100',
    ],
    ['a long number', `timeout=${'1'.repeat(200_000)}x`, 'it has 200001 characters'],
    ['units that match in many ways', `timeout=${'000s'.repeat(24)}n`, 'invalid duration'],
    ['P98', 'labelSelector=a b c', 'unable to parse requirement'],
    ['P98', 'labelSelector=env%3Dprod,', 'unable to parse requirement'],
    ['P99', 'fieldSelector=data.a%3D1', '"data.a" is not a known field selector'],
    ['P99', 'fieldSelector=metadata.name in (a)', 'invalid selector'],
    ['inherited names', 'fieldSelector=constructor%3Da', '"constructor" is not a known field selector'],
  ])('should refuse an invalid parameter (%s: %s)', async (_, query, message) => {
    const { client } = await setUp();

    const { code, body } = await client.request('GET', `${CM}?${query}`);

    expect([code, body]).toMatchObject([
      400,
      { reason: 'BadRequest', message: expect.stringContaining(message) },
    ]);
  });

  it.each(['.5s', '1h1.5m', '0'])('should accept a timeout of %s as Go does', async (timeout) => {
    const { client } = await setUp();

    expect((await client.request('GET', `${CM}?timeout=${timeout}`)).code).toBe(200);
  });

  it('should refuse a continue token of another version, without a start key, or with `..` in its key (P20)', async () => {
    const { client } = await setUp();
    const tokens = [
      { v: 'meta.k8s.io/v2', rv: 5, start: 'a\u0000' },
      { v: 'meta.k8s.io/v1', rv: 0, start: 'a\u0000' },
      { v: 'meta.k8s.io/v1', rv: 5, start: '' },
      { v: 'meta.k8s.io/v1', rv: 5, start: '../kube-system/a\u0000' },
    ];
    for (const token of tokens) {
      const text = Buffer.from(JSON.stringify(token)).toString('base64url');
      const { code, body } = await client.request('GET', `${CM}?continue=${text}`);
      expect([code, body]).toMatchObject([
        400,
        { message: expect.stringContaining('continue key is not valid') },
      ]);
    }
  });

  it('should wait for a future version, and time out (P11)', async () => {
    const { client } = await setUp();

    const { code, body, headers } = await client.request('GET', `${CM}?resourceVersion=999999999999999`);

    expect([code, body]).toMatchObject([
      504,
      {
        reason: 'Timeout',
        message: expect.stringContaining('Too large resource version: 999999999999999, current: '),
        details: { retryAfterSeconds: 1, causes: [{ reason: 'ResourceVersionTooLarge' }] },
      },
    ]);
    if (door === 'http') expect(headers['retry-after']).toBe('1');
  });

  it('should wait for a future version, and return it', async () => {
    const { client, server } = await setUp({ futureVersionTimeout: 60_000 });
    const next = String(Number(server.resourceVersion) + 1);

    const listed = list(client, `${CM}?resourceVersion=${next}`);
    setTimeout(() => server.objects.create(configMaps, { metadata: { name: 'x', namespace: 'ns' } }), 20);

    expect(namesOf(await listed)).toContain('x');
  });

  it('should return pages of one snapshot, despite writes in between (P13, P14)', async () => {
    const { client, server } = await setUp();

    const first = await list(client, `${CM}?limit=2`);
    server.objects.create(configMaps, { metadata: { name: 'a0', namespace: 'ns' } });
    server.objects.create(configMaps, { metadata: { name: 'c33', namespace: 'ns' } });
    server.objects.delete(configMaps, 'ns/c4');
    const second = await list(client, `${CM}?limit=2&continue=${first.metadata.continue ?? ''}`);
    const third = await list(client, `${CM}?limit=2&continue=${second.metadata.continue ?? ''}`);

    expect(first.metadata).toMatchObject({ remainingItemCount: 4 });
    expect([first, second, third].flatMap(namesOf)).toEqual(all);
    expect(third.metadata).not.toHaveProperty('continue');
    for (const { metadata } of [second, third]) {
      expect(metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    }
  });

  it('should refuse a version together with a continue token (P18)', async () => {
    const { client } = await setUp();
    const first = await list(client, `${CM}?limit=2`);

    const query = `limit=2&continue=${first.metadata.continue ?? ''}&resourceVersion=5`;
    const { code, body } = await client.request('GET', `${CM}?${query}`);

    const message = 'specifying resource version is not allowed when using continue';
    expect([code, body]).toMatchObject([400, { reason: 'BadRequest', message }]);
  });

  it('should ignore a limit at version 0, and treat a negative limit as none (P15)', async () => {
    const { client } = await setUp();

    for (const query of ['limit=2&resourceVersion=0', 'limit=-1']) {
      const body = await list(client, `${CM}?${query}`);
      expect(namesOf(body)).toEqual(all);
      expect(body.metadata).not.toHaveProperty('continue');
    }
  });

  it('should not count the remaining items with a selector (P17)', async () => {
    const { client } = await setUp();

    const first = await list(client, `${CM}?limit=2&labelSelector=par%3Dodd`);
    const second = await list(
      client,
      `${CM}?limit=2&labelSelector=par%3Dodd&continue=${first.metadata.continue ?? ''}`,
    );

    expect(namesOf(first)).toEqual(['c1', 'c3']);
    expect(first.metadata).not.toHaveProperty('remainingItemCount');
    expect(namesOf(second)).toEqual(['c5']);
  });

  it('should refuse an expired token with a new one that continues at the latest state (P21)', async () => {
    const { client, server } = await setUp();
    const first = await list(client, `${CM}?limit=2`);
    server.objects.delete(configMaps, 'ns/c3');
    server.compact();

    const answer = await client.request('GET', `${CM}?limit=2&continue=${first.metadata.continue ?? ''}`);

    expect([answer.code, answer.body]).toMatchObject([410, { reason: 'Expired' }]);
    if (door === 'process') return; // a StatusError does not contain the continue token
    const next = (answer.body as { metadata: { continue: string } }).metadata.continue;
    const second = await list(client, `${CM}?limit=2&continue=${next}`);
    expect(namesOf(second)).toEqual(['c2', 'c4']);
    expect(second.metadata.resourceVersion).toBe(server.resourceVersion);
    expect(namesOf(await list(client, `${CM}?limit=2&continue=${second.metadata.continue ?? ''}`))).toEqual([
      'c5',
    ]);
  });

  it('should accept a token whose key begins with a slash like one without (P20, P21)', async () => {
    const { client, server } = await setUp();
    const token = (start: string, rv = Number(server.resourceVersion)): string =>
      Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv, start })).toString('base64url');
    const answer = (text: string) => client.request('GET', `${CM}?limit=2&continue=${text}`);
    const compacted = token('/c2\u0000');

    expect(namesOf((await answer(compacted)).body as never)).toEqual(['c3', 'c4']);
    expect(namesOf((await answer(token('/'))).body as never)).toEqual(['c0', 'c1']);
    for (const start of ['//c2', '/c2/', '/./c2', '/../c2', 'c2/..'])
      expect(await answer(token(start))).toMatchObject({ code: 400 });

    server.objects.delete(configMaps, 'ns/c3');
    server.compact();
    const refused = await answer(compacted);
    expect(refused).toMatchObject({ code: 410, body: { reason: 'Expired' } });
    if (door === 'process') return; // a StatusError does not contain the continue token
    const next = (refused.body as { metadata: { continue: string } }).metadata.continue;
    expect(namesOf(await list(client, `${CM}?limit=2&continue=${next}`))).toEqual(['c4', 'c5']);
  });

  it('should refuse an exact compacted version, but not one that may be newer (P22, P23)', async () => {
    const { client, server } = await setUp();
    const { resourceVersion } = server;
    server.compact();

    const exact = await client.request(
      'GET',
      `${CM}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`,
    );
    const limited = await client.request('GET', `${CM}?resourceVersion=${resourceVersion}&limit=3`);
    const newer = await list(
      client,
      `${CM}?resourceVersion=${resourceVersion}&resourceVersionMatch=NotOlderThan`,
    );

    for (const { code, body } of [exact, limited]) {
      expect([code, body]).toMatchObject([
        410,
        { reason: 'Expired', message: 'The resourceVersion for the provided list is too old.' },
      ]);
      if (door === 'http') expect(body).toMatchObject({ metadata: {} });
      expect(body).not.toHaveProperty(['metadata', 'continue']);
    }
    expect(namesOf(newer)).toEqual(all);
  });

  it('should have versions 1 and 2 in its past from the start (P22)', async () => {
    const { client } = await setUp();

    const { code } = await client.request('GET', `${CM}?resourceVersion=2&resourceVersionMatch=Exact`);

    expect(code).toBe(410);
  });

  it('should return an empty list for an unknown namespace, and the objects of all namespaces (P25, P26)', async () => {
    const { client, server } = await setUp();
    server.objects.create(configMaps, { metadata: { name: 'z', namespace: 'default' } });

    const none = await list(client, '/api/v1/namespaces/nowhere/configmaps');
    const every = await list(client, '/api/v1/configmaps');

    expect(none.items).toEqual([]);
    expect(none.metadata.resourceVersion).toMatch(/^\d+$/);
    expect(namesOf(every)).toEqual(['z', ...all]);
  });

  it.each([
    ['par=odd', ['c1', 'c3', 'c5']],
    ['par==odd', ['c1', 'c3', 'c5']],
    ['par!=odd', ['bare', 'c0', 'c2', 'c4']],
    ['par in (odd, none)', ['c1', 'c3', 'c5']],
    ['par notin (odd)', ['bare', 'c0', 'c2', 'c4']],
    ['par', all],
    ['!par', ['bare']],
    ['par=even,par!=odd', ['c0', 'c2', 'c4']],
  ])('should select by label (P97: %s)', async (selector, names) => {
    const { client, server } = await setUp();
    server.objects.create(configMaps, { metadata: { name: 'bare', namespace: 'ns' } });

    const body = await list(client, `${CM}?labelSelector=${encodeURIComponent(selector)}`);

    expect(namesOf(body)).toEqual(names);
  });

  it.each([
    ['metadata.name=c3', ['c3']],
    ['metadata.name==c3', ['c3']],
    ['metadata.name!=c3', ['c0', 'c1', 'c2', 'c4', 'c5']],
    ['metadata.namespace=ns,metadata.name=c3', ['c3']],
    ['metadata.namespace=other', []],
    ['metadata.name=absent', []],
  ])('should select by field (P99: %s)', async (selector, names) => {
    const { client } = await setUp();

    const body = await list(client, `${CM}?fieldSelector=${encodeURIComponent(selector)}`);

    expect(namesOf(body)).toEqual(names);
    expect(body.metadata).not.toHaveProperty('continue');
  });

  it('should not select cluster-scoped objects by namespace', async () => {
    const { client } = await setUp();

    for (const resource of ['nodes', 'namespaces']) {
      const target = `/api/v1/${resource}?fieldSelector=metadata.namespace%3Dx`;
      const { code, body } = await client.request('GET', target);
      expect([code, body]).toMatchObject([400, { message: 'field label not supported: metadata.namespace' }]);
    }
  });

  it('should select custom resources by their declared fields (P100)', async () => {
    const { client, server } = await setUp();
    const { kind, apiVersion } = { kind: 'Widget', apiVersion: 'demo.example.com/v1' };
    const widget = { kind, apiVersion, metadata: { name: 'blue' }, spec: { color: 'blue', size: 7 } };
    await client.request('POST', CR, { body: widget });

    expect(server.resourceVersion).toBeTruthy();
    expect(namesOf(await list(client, `${CR}?fieldSelector=spec.color%3Dblue`))).toEqual(['blue']);
    expect(namesOf(await list(client, `${CR}?fieldSelector=spec.size%3D7`))).toEqual(['blue']);
    const { code, body } = await client.request('GET', `${CR}?fieldSelector=status.phase%3Dx`);
    expect([code, body]).toMatchObject([400, { message: 'field label not supported: status.phase' }]);
  });
});
