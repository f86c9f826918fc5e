import { describe, expect } from '@jest/globals';
import { check } from './support/check.ts';
import { get, post } from './support/client.ts';
import { refusal } from './support/refusals.ts';
import { configMap, created, fixtures, pod, createTestNamespace, widget } from './support/test-namespace.ts';

describe('create', () => {
  check(
    'P61',
    'the server sets uid, version, time and managed fields, and stores the object of the answer',
    async () => {
      const { configMaps } = await createTestNamespace();

      const { status, body } = await post(configMaps, configMap('x'));

      expect(status).toBe(201);
      expect(body.metadata).toMatchObject({
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        resourceVersion: expect.stringMatching(/^[1-9]\d*$/),
        creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        managedFields: [{ operation: 'Update' }],
      });
      expect((await get(`${configMaps}/x`)).body).toEqual(body);
    },
  );

  check('P62', 'the server ignores fields of the client that only the server may set', async () => {
    const { configMaps } = await createTestNamespace();
    const given = {
      uid: '11111111-1111-1111-1111-111111111111',
      creationTimestamp: '2001-01-01T00:00:00Z',
      deletionTimestamp: '2001-01-01T00:00:00Z',
      selfLink: '/elsewhere',
    };

    const { status, body } = await post(configMaps, configMap('x', given));

    expect(status).toBe(201);
    expect(body.metadata.uid).not.toBe(given.uid);
    expect(body.metadata.creationTimestamp).not.toBe(given.creationTimestamp);
    expect(body.metadata).not.toHaveProperty('deletionTimestamp');
    expect(body.metadata).not.toHaveProperty('selfLink');
  });

  check('P63', 'an existing name is refused', async () => {
    const { configMaps } = await createTestNamespace();
    await created(configMaps, configMap('x'));

    const answer = await post(configMaps, configMap('x'));

    expect(answer).toMatchObject(
      refusal(409, 'AlreadyExists', { details: { name: 'x', kind: 'configmaps' } }),
    );
    expect(answer.body.message).toBe('configmaps "x" already exists');
  });

  check('P64', 'a new object with a version is refused', async () => {
    const { configMaps } = await createTestNamespace();

    const { status, body } = await post(configMaps, configMap('x', { resourceVersion: '5' }));

    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.message).toContain('resourceVersion should not be set on objects to be created');
    expect((await get(`${configMaps}/x`)).status).toBe(404);
  });

  check('P65', 'a name is generated from a prefix', async () => {
    const { configMaps } = await createTestNamespace();

    const { status, body } = await post(configMaps, { metadata: { generateName: 'gen-' } });

    expect(status).toBe(201);
    expect(body.metadata.name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(body.metadata).toMatchObject({ generateName: 'gen-' });
  });

  check('P66', 'an object without a name and a prefix is refused; the error names the kind', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await post(configMaps, { metadata: {} })).toMatchObject(
      refusal(422, 'Invalid', {
        details: { kind: 'ConfigMap' },
        causes: [['FieldValueRequired', 'metadata.name']],
      }),
    );
  });

  check('P67', 'an invalid name is refused', async () => {
    const { widgets } = await createTestNamespace();

    expect(await post(widgets, widget('Bad_Name'))).toMatchObject(
      refusal(422, 'Invalid', { causes: [['FieldValueInvalid', 'metadata.name']] }),
    );
  });

  check('P68', 'a namespace that differs from the path is refused', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await post(configMaps, configMap('x', { namespace: 'elsewhere' }))).toMatchObject(
      refusal(400, 'BadRequest', {
        message: 'the namespace of the provided object does not match the namespace sent on the request',
      }),
    );
  });

  check('P69', 'the type can be omitted for a built-in kind, but not for a custom resource', async () => {
    const { configMaps, widgets } = await createTestNamespace();

    expect(await post(configMaps, { metadata: { name: 'x' } })).toMatchObject({
      status: 201,
      body: { kind: 'ConfigMap', apiVersion: 'v1' },
    });
    expect(await post(widgets, { metadata: { name: 'x' }, spec: { size: 1 } })).toMatchObject(
      refusal(400, 'BadRequest', { message: "Object 'Kind' is missing" }),
    );
  });

  check('P70', 'a type that differs from the path is refused', async () => {
    const { configMaps, widgets } = await createTestNamespace();

    expect(await post(configMaps, pod('x'))).toMatchObject(refusal(400, 'BadRequest'));
    expect(await post(widgets, { ...widget('x'), apiVersion: 'v1' })).toMatchObject(
      refusal(400, 'BadRequest'),
    );
  });

  check('P71', 'a body is JSON or YAML', async () => {
    const { configMaps } = await createTestNamespace();
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata: { sky: blue }\n';

    expect(await post(configMaps, '{"metadata": {')).toMatchObject(refusal(400, 'BadRequest'));
    expect(await post(configMaps, 'hello', { type: 'text/plain' })).toMatchObject(
      refusal(415, 'UnsupportedMediaType'),
    );
    expect(await post(configMaps, yaml, { type: 'application/yaml' })).toMatchObject({
      status: 201,
      body: { metadata: { name: 'x' }, data: { sky: 'blue' } },
    });
  });

  check('P72', 'a dry run returns the result, and stores nothing', async () => {
    const { configMaps } = await createTestNamespace();

    const { status, body } = await post(`${configMaps}?dryRun=All`, configMap('x'));

    expect(status).toBe(201);
    expect(body.metadata.uid).toMatch(/./);
    expect(body.metadata).not.toHaveProperty('resourceVersion');
    expect((await get(`${configMaps}/x`)).status).toBe(404);
    expect(await post(`${configMaps}?dryRun=Foo`, configMap('x'))).toMatchObject(refusal(422, 'Invalid'));
  });

  check(
    'P73',
    'an unknown field is refused, reported as a warning or ignored, and never stored',
    async () => {
      const { widgets } = await createTestNamespace();
      const send = (name: string, fieldValidation: string): ReturnType<typeof post> =>
        post(`${widgets}?fieldValidation=${fieldValidation}`, widget(name, { size: 1, colour: 'blue' }));

      const [strict, warn, ignore] = await Promise.all([
        send('x', 'Strict'),
        send('y', 'Warn'),
        send('z', 'Ignore'),
      ]);

      expect(strict).toMatchObject(
        refusal(400, 'BadRequest', { message: 'strict decoding error: unknown field "spec.colour"' }),
      );
      expect(warn.status).toBe(201);
      expect(warn.headers.warning).toMatch(/^299 - "unknown field \\"spec\.colour\\""/);
      expect(ignore.status).toBe(201);
      expect(ignore.headers).not.toHaveProperty('warning');
      for (const { body } of [warn, ignore]) expect(body.spec).toEqual({ size: 1, color: 'red' });
    },
  );

  check('P74', 'an object that violates the schema is refused, and missing defaults are set', async () => {
    const { widgets } = await createTestNamespace();
    const broken = [
      [{ size: 101 }, 'FieldValueInvalid'],
      [{}, 'FieldValueRequired'],
      [{ size: 'big' }, 'FieldValueTypeInvalid'],
    ] as const;

    for (const [spec, reason] of broken) {
      expect(await post(widgets, widget('x', spec))).toMatchObject(
        refusal(422, 'Invalid', { causes: [[reason, 'spec.size']] }),
      );
    }
    expect(await post(widgets, widget('x', { size: 100 }))).toMatchObject({
      status: 201,
      body: { spec: { size: 100, color: 'red' } },
    });
  });

  check('P75', 'a body over 3 MiB is refused', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await post(configMaps, configMap('x', {}, { k: 'v'.repeat(3.2 * 1024 * 1024) }))).toMatchObject(
      refusal(413, 'RequestEntityTooLarge', { message: 'limit is 3145728' }),
    );
    expect((await get(`${configMaps}/${fixtures[0]}`)).status).toBe(200);
  });

  check('P124', 'the field manager is the requested name, or the name of the client program', async () => {
    const { configMaps } = await createTestNamespace();
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };

    const byAgent = await post(configMaps, configMap('x'), { headers });
    const named = await post(`${configMaps}?fieldManager=ui`, configMap('y'), { headers });

    expect(byAgent.body.metadata.managedFields).toMatchObject([{ manager: 'Mozilla' }]);
    expect(named.body.metadata.managedFields).toMatchObject([{ manager: 'ui' }]);
  });
});
