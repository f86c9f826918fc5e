import { describe, expect } from '@jest/globals';
import { namesIn, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get } from './support/client.ts';
import { refusal } from './support/refusals.ts';
import { configMap, created, fixtures, createTestNamespace } from './support/test-namespace.ts';
import { farFuture, forgotten, isAfter } from './support/versions.ts';

describe('list', () => {
  check('P1', 'a list of a built-in kind has a version, and sorted items without a type', async () => {
    const { configMaps } = await createTestNamespace();

    const { status, body } = await get(configMaps);

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { kind: 'ConfigMapList', apiVersion: 'v1' },
    });
    expect(versionOf(body)).toMatch(/^[1-9][0-9]*$/);
    expect(namesIn(body).filter((name) => /^c\d$/.test(name))).toEqual(fixtures);
    expect(namesIn(body)).toEqual(namesIn(body).toSorted());
    for (const item of body.items) {
      expect(item).not.toHaveProperty('kind');
      expect(item).not.toHaveProperty('apiVersion');
    }
  });

  check('P2', 'a list of custom resources has typed items, and an empty continue', async () => {
    const { widgets } = await createTestNamespace({ widgets: 2 });

    const { status, body } = await get(widgets);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'WidgetList',
      apiVersion: 'demo.example.com/v1',
      metadata: { continue: '' },
      items: [
        { kind: 'Widget', apiVersion: 'demo.example.com/v1', metadata: { name: 'w0' } },
        { kind: 'Widget', apiVersion: 'demo.example.com/v1', metadata: { name: 'w1' } },
      ],
    });
  });

  check('P3', 'a list at version 0 succeeds', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await get(`${configMaps}?resourceVersion=0`)).toMatchObject({
      status: 200,
      body: { kind: 'ConfigMapList' },
    });
  });

  check('P4', 'a list at version N is not older than N', async () => {
    const { configMaps } = await createTestNamespace();
    const before = versionOf((await get(configMaps)).body);

    const { status, body } = await get(`${configMaps}?resourceVersion=${before}`);

    expect(status).toBe(200);
    expect(isAfter(before, versionOf(body))).toBe(false);
  });

  check('P5', 'an exact list has the state at that version', async () => {
    const { configMaps } = await createTestNamespace();
    const before = versionOf((await get(configMaps)).body);
    await created(configMaps, configMap('x'));

    const { status, body } = await get(`${configMaps}?resourceVersion=${before}&resourceVersionMatch=Exact`);

    expect(status).toBe(200);
    expect(versionOf(body)).toBe(before);
    expect(namesIn(body)).not.toContain('x');
  });

  check('P6', 'a list not older than N contains later writes', async () => {
    const { configMaps } = await createTestNamespace();
    const before = versionOf(await created(configMaps, configMap('x')));

    const { status, body } = await get(
      `${configMaps}?resourceVersion=${before}&resourceVersionMatch=NotOlderThan`,
    );

    expect(status).toBe(200);
    expect(isAfter(before, versionOf(body))).toBe(false);
    expect(namesIn(body)).toContain('x');
  });

  const invalidOptions = { kind: 'ListOptions', group: 'meta.k8s.io' };

  check('P7', 'a match without a version is refused', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await get(`${configMaps}?resourceVersionMatch=Exact`)).toMatchObject(
      refusal(422, 'Invalid', {
        details: invalidOptions,
        causes: [['FieldValueForbidden', 'resourceVersionMatch']],
      }),
    );
  });

  check('P8', 'an exact match of version 0 is refused', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await get(`${configMaps}?resourceVersion=0&resourceVersionMatch=Exact`)).toMatchObject(
      refusal(422, 'Invalid', { causes: [['FieldValueForbidden', 'resourceVersionMatch']] }),
    );
  });

  check('P9', 'an unknown match is refused', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await get(`${configMaps}?resourceVersion=5&resourceVersionMatch=Foo`)).toMatchObject(
      refusal(422, 'Invalid', { causes: [['FieldValueNotSupported', 'resourceVersionMatch']] }),
    );
  });

  check('P10', 'a version that is not a number is refused', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await get(`${configMaps}?resourceVersion=abc`)).toMatchObject(
      refusal(400, 'BadRequest', { message: 'invalid resource version' }),
    );
  });

  check('P11', 'a list at a future version waits, and then answers 504 with a time to retry', async () => {
    const { configMaps } = await createTestNamespace();

    const answer = await get(`${configMaps}?resourceVersion=${farFuture}`);

    expect(answer).toMatchObject(
      refusal(504, 'Timeout', {
        message: 'Too large resource version',
        details: { retryAfterSeconds: 1, causes: [{ reason: 'ResourceVersionTooLarge' }] },
      }),
    );
    expect(answer.headers['retry-after']).toBe('1');
  });

  check('P12', 'initial events of a list are refused', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await get(`${configMaps}?sendInitialEvents=true`)).toMatchObject(
      refusal(422, 'Invalid', { causes: [['FieldValueForbidden', 'sendInitialEvents']] }),
    );
  });

  check(
    'P22',
    'an exact list at a compacted version answers 410 each time',
    async () => {
      const { configMaps } = await createTestNamespace();

      for (const version of forgotten) {
        const answer = await get(`${configMaps}?resourceVersion=${version}&resourceVersionMatch=Exact`);
        expect(answer).toMatchObject(refusal(410, 'Expired'));
        expect(answer.body.metadata).not.toHaveProperty('continue');
      }
    },
    { needs: 'compact' },
  );

  check('P23', 'a list not older than a compacted version has the current state', async () => {
    const { configMaps } = await createTestNamespace();

    const { status, body } = await get(
      `${configMaps}?resourceVersion=${forgotten[1]}&resourceVersionMatch=NotOlderThan`,
    );

    expect(status).toBe(200);
    expect(namesIn(body)).toEqual(expect.arrayContaining([...fixtures]));
  });

  check('P24', 'an invalid limit or timeout is refused', async () => {
    const { configMaps } = await createTestNamespace();

    for (const parameter of ['limit', 'timeoutSeconds', 'timeout']) {
      expect(await get(`${configMaps}?${parameter}=abc`)).toMatchObject(refusal(400, 'BadRequest'));
    }
  });

  check('P25', 'a list of a namespace that does not exist is empty', async () => {
    const { namespace } = await createTestNamespace();

    const { status, body } = await get(`/api/v1/namespaces/${namespace}-absent/configmaps`);

    expect(status).toBe(200);
    expect(body.items).toEqual([]);
    expect(versionOf(body)).toMatch(/^[1-9][0-9]*$/);
  });

  check('P26', 'a list of all namespaces has the objects of each namespace', async () => {
    const [one, other] = [await createTestNamespace(), await createTestNamespace()];

    const { status, body } = await get('/api/v1/configmaps');

    expect(status).toBe(200);
    const namespaces = new Set(body.items.map(({ metadata }) => metadata.namespace));
    expect([...namespaces]).toEqual(expect.arrayContaining([one.namespace, other.namespace]));
    expect([...namespaces]).toEqual([...namespaces].toSorted());
  });
});
