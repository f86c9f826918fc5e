import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../support/in-process-and-over-http.ts';
import {
  definition,
  definitions,
  done,
  gadget,
  gadgetDefinition,
  gadgets,
  refused,
  version,
} from './gadgets.ts';

const text = { type: 'string' };
const withDefault = { size: { type: 'integer', minimum: 1 }, color: { type: 'string', default: 'red' } };

throughBothDoors('custom resources', (setUp) => {
  it('should have the defaults, and no unknown fields (P73, P74)', async () => {
    const { client } = await setUp();
    await done(
      client,
      'POST',
      definitions,
      gadgetDefinition({ versions: [version({ properties: withDefault })] }),
    );

    const made = await done(client, 'POST', gadgets, gadget('a', { size: 1, colour: 'blue' }, { extra: 1 }));
    expect(made.spec).toEqual({ size: 1, color: 'red' });
    expect(made).not.toHaveProperty('extra');

    const patched = await done(client, 'PATCH', `${gadgets}/a`, { spec: { color: null, colour: 'x' } });
    expect(patched.spec).toEqual({ size: 1, color: 'red' });
  });

  it('should refuse unknown and duplicate fields in strict mode (P73)', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition());
    const strict = `${gadgets}?fieldValidation=Strict`;

    expect(await refused(client, 'POST', strict, gadget('a', { size: 1, colour: 'x' }, { extra: 1 }))).toBe(
      '400 Gadget in version "v1" cannot be handled as a Gadget: strict decoding error: ' +
        'unknown field "extra", unknown field "spec.colour"',
    );
    const double =
      '{"apiVersion":"example.com/v1","kind":"Gadget","metadata":{"name":"a","name":"a"},"spec":{"size":1,"size":2}}';
    expect(await refused(client, 'POST', strict, double)).toBe(
      '400 Gadget in version "v1" cannot be handled as a Gadget: strict decoding error: ' +
        'duplicate field "metadata.name", duplicate field "spec.size"',
    );
    expect(await refused(client, 'POST', `${gadgets}?fieldValidation=Foo`, gadget('a'))).toBe(
      '422 CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Foo": ' +
        'supported values: "", "Ignore", "Strict", "Warn"',
    );
    expect(await refused(client, 'GET', `${gadgets}/a`)).toMatch(/^404 /);
  });

  it('should also refuse unknown fields of built-in kinds (P73)', async () => {
    const { client } = await setUp();
    const pod = {
      metadata: { name: 'p' },
      spec: {
        containers: [{ name: 'a', image: 'x', ports: [{ containerPort: 1, bar: 2 }] }],
        nodeSelektor: {},
      },
    };
    const pods = '/api/v1/namespaces/ns/pods';

    expect(await refused(client, 'POST', `${pods}?fieldValidation=Strict`, pod)).toBe(
      '400 Pod in version "v1" cannot be handled as a Pod: strict decoding error: ' +
        'unknown field "spec.containers[0].ports[0].bar", unknown field "spec.nodeSelektor"',
    );
    expect((await done(client, 'POST', pods, pod)).spec).not.toHaveProperty('nodeSelektor');
    expect(await refused(client, 'POST', pods, { metadata: { name: 'q' }, spec: { containers: 1 } })).toMatch(
      /^400 Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal number into Go struct field/,
    );
  });

  it('should be refused if they violate the schema, with all errors (P74)', async () => {
    const { client } = await setUp();
    const properties = { size: { type: 'integer', minimum: 1 }, list: { type: 'array', items: text } };
    await done(client, 'POST', definitions, gadgetDefinition({ versions: [version({ properties })] }));

    const { code, body } = await client.request('POST', gadgets, {
      body: gadget('Bad', { size: 0, list: ['a', 1] }),
    });
    expect(code).toBe(422);
    expect(body).toMatchObject({
      reason: 'Invalid',
      details: {
        causes: [
          { reason: 'FieldValueInvalid', field: 'metadata.name' },
          { reason: 'FieldValueInvalid', field: 'spec.size' },
          { reason: 'FieldValueTypeInvalid', field: 'spec.list[1]' },
        ],
      },
    });
  });

  it('should be defaulted and pruned again when the schema has changed', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition());
    await done(client, 'POST', gadgets, gadget('a', { size: 2 }));

    const versions = [version({ properties: { color: { type: 'string', default: 'red' } } })];
    await done(client, 'PATCH', definition, { spec: { versions } });

    expect((await done(client, 'GET', `${gadgets}/a`)).spec).toEqual({ color: 'red' });
    expect((await done(client, 'GET', gadgets)).items).toMatchObject([{ spec: { color: 'red' } }]);
  });

  it('should keep earlier errors, as long as the value does not change', async () => {
    const { client } = await setUp();
    const properties = (minimum: number): object => ({ size: { type: 'integer', minimum }, note: text });
    await done(
      client,
      'POST',
      definitions,
      gadgetDefinition({ versions: [version({ properties: properties(1) })] }),
    );
    await done(client, 'POST', gadgets, gadget('a', { size: 2 }));
    await done(client, 'PATCH', definition, {
      spec: { versions: [version({ properties: properties(10) })] },
    });

    const patched = await done(client, 'PATCH', `${gadgets}/a`, { spec: { note: 'x' } });
    expect(patched.spec).toEqual({ size: 2, note: 'x' });
    const { metadata } = patched;
    expect(await refused(client, 'PUT', `${gadgets}/a`, { ...gadget('a', { size: 3 }), metadata })).toBe(
      '422 Gadget.example.com "a" is invalid: spec.size: Invalid value: 3: ' +
        'spec.size in body should be greater than or equal to 10',
    );
  });

  it('should keep status and scale only if the version has them (P84, P85)', async () => {
    const { client } = await setUp();
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
    const properties = { replicas: { type: 'integer' } };
    const versions = [
      version({ properties, more: { subresources: { status: {}, scale } } }),
      version({ name: 'v2', storage: false, properties }),
    ];
    await done(client, 'POST', definitions, gadgetDefinition({ versions }));

    const made = await done(
      client,
      'POST',
      gadgets,
      gadget('a', { replicas: 2 }, { status: { phase: 'New' } }),
    );
    expect(made).not.toHaveProperty('status');
    const received = await done(client, 'PATCH', `${gadgets}/a/status`, {
      status: { phase: 'Told' },
      spec: { replicas: 9 },
    });
    expect(received).toMatchObject({
      spec: { replicas: 2 },
      status: { phase: 'Told' },
      metadata: { generation: 1 },
    });
    expect(await done(client, 'GET', `${gadgets}/a/scale`)).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 2 },
    });
    const in2 = gadgets.replace('/v1/', '/v2/');
    for (const part of ['status', 'scale']) {
      expect(await refused(client, 'GET', `${in2}/a/${part}`)).toMatch(/^404 /);
    }
    const changed = await done(client, 'PATCH', `${in2}/a`, { status: { phase: 'Main' } });
    expect(changed).toMatchObject({ status: { phase: 'Main' }, metadata: { generation: 2 } });
  });

  it('should be selected only by the fields of their version (P100)', async () => {
    const { client } = await setUp();
    const properties = { color: { type: 'string', default: 'red' }, size: { type: 'integer' } };
    const more = { selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.size' }] };
    await done(client, 'POST', definitions, gadgetDefinition({ versions: [version({ properties, more })] }));
    await done(client, 'POST', gadgets, gadget('a', { size: 7 }));
    await done(client, 'POST', gadgets, gadget('b', { size: 7, color: 'blue' }));

    const names = async (selector: string): Promise<unknown[]> =>
      (await done(client, 'GET', `${gadgets}?fieldSelector=${selector}`)).items.map(
        ({ metadata }) => metadata['name'],
      );
    expect(await names('spec.color=red')).toEqual(['a']);
    expect(await names('spec.size=7,spec.color!=red')).toEqual(['b']);
    expect(await refused(client, 'GET', `${gadgets}?fieldSelector=status.phase=x`)).toBe(
      '400 field label not supported: status.phase',
    );
  });

  it('should have their kind and version (P69, P70)', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition());

    expect(await refused(client, 'POST', gadgets, { metadata: { name: 'x' } })).toBe(
      "400 the object provided is unrecognized (must be of type Gadget): Object 'Kind' is missing in " +
        '\'{"metadata":{"name":"x"}}\' ({"metadata":{"name":"x"}})',
    );
    expect(await refused(client, 'POST', gadgets, { ...gadget('x'), kind: 'Gizmo' })).toBe(
      '422 Gizmo.example.com "x" is invalid: kind: Invalid value: "Gizmo": must be Gadget',
    );
    expect(await refused(client, 'POST', gadgets, { ...gadget('x'), apiVersion: 'v1' })).toBe(
      '400 the API version in the data (v1) does not match the expected API version (example.com/v1)',
    );
  });
});
