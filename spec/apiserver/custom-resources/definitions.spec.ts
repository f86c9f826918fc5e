import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../support/in-process-and-over-http.ts';
import { emitted as received } from '../support/watching.ts';
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

const nothing = '404 the server could not find the requested resource';

throughBothDoors('custom resource definitions', (setUp) => {
  it('should add a collection immediately, and report their accepted names (P60)', async () => {
    const { client } = await setUp();
    expect(await refused(client, 'GET', gadgets)).toBe(nothing);

    const made = await done(client, 'POST', definitions, gadgetDefinition());
    expect(made.status).toEqual({
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: ['v1'],
    });
    expect(made.spec).toMatchObject({
      names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
      conversion: { strategy: 'None' },
    });
    expect(made.metadata).toMatchObject({
      managedFields: [
        {
          fieldsV1: {
            'f:spec': {
              'f:conversion': { 'f:strategy': {} },
              'f:names': { 'f:listKind': {}, 'f:singular': {} },
            },
          },
        },
      ],
    });

    const { status, metadata } = await done(client, 'GET', definition);
    expect(metadata).not.toHaveProperty('finalizers');
    expect(status).toMatchObject({
      conditions: [
        { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
        { type: 'Established', status: 'True', reason: 'InitialNamesAccepted' },
      ],
      acceptedNames: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
      storedVersions: ['v1'],
    });
    expect(await done(client, 'GET', gadgets)).toMatchObject({ kind: 'GadgetList', items: [] });
  });

  it('should delete their objects, send an event for each, and end the watches (P60)', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition());
    await done(client, 'POST', gadgets, gadget('a'));
    await done(client, 'POST', gadgets, gadget('b'));
    const watching = client.watch(`${gadgets}?watch=true`);
    await watching.take(2);

    const deleted = await done(client, 'DELETE', definition);

    expect(deleted.metadata).toMatchObject({
      generation: 1,
      finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
      deletionTimestamp: expect.any(String),
    });
    expect(received(await watching.ended)).toEqual(['ADDED a', 'ADDED b', 'DELETED a', 'DELETED b']);
    expect(await refused(client, 'GET', gadgets)).toBe(nothing);
    expect(await refused(client, 'GET', definition)).toMatch(/^404 .* not found$/);
  });

  it('should send a slow watch an event for every deleted object', async () => {
    const { client } = await setUp();
    await done(
      client,
      'POST',
      definitions,
      gadgetDefinition({ versions: [version({ properties: { text: { type: 'string' } } })] }),
    );
    const { metadata } = await done(client, 'GET', gadgets);
    const names = Array.from({ length: 60 }, (_, at) => `g${String(at).padStart(2, '0')}`);
    for (const name of names) await done(client, 'POST', gadgets, gadget(name, { text: 'x'.repeat(20_000) }));
    const watching = client.watch(`${gadgets}?watch=true&resourceVersion=${metadata.resourceVersion}`);
    await watching.take(1);

    await done(client, 'DELETE', definition);

    const frames = received(await watching.ended);
    expect(frames.filter((frame) => frame.startsWith('DELETED'))).toEqual(
      names.map((name) => `DELETED ${name}`),
    );
  });

  it('should wait for an object with a finalizer, and refuse new objects in the meantime', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition());
    await done(client, 'POST', gadgets, {
      ...gadget('a'),
      metadata: { name: 'a', finalizers: ['x.example/y'] },
    });

    await done(client, 'DELETE', definition);

    const { status } = await done(client, 'GET', definition);
    expect(status).toMatchObject({
      conditions: [{}, {}, { type: 'Terminating', status: 'True', reason: 'InstanceDeletionInProgress' }],
    });
    expect(await refused(client, 'POST', gadgets, gadget('b'))).toBe(
      '403 gadgets.example.com "b" is forbidden: create not allowed while custom resource definition is terminating',
    );
    expect((await done(client, 'GET', `${gadgets}/a`)).metadata).toHaveProperty('deletionTimestamp');

    await done(client, 'PATCH', `${gadgets}/a`, { metadata: { finalizers: null } });
    expect(await refused(client, 'GET', gadgets)).toBe(nothing);
    expect(await refused(client, 'GET', definition)).toMatch(/^404 /);
  });

  it.each(['delete', 'a status that a client writes, and delete'])(
    'should never change the objects of a built-in resource: %s',
    async (how) => {
      const { client } = await setUp();
      const leases = '/apis/coordination.k8s.io/v1/namespaces/ns/leases';
      const overlapping = `${definitions}/leases.coordination.k8s.io`;
      await done(client, 'POST', leases, { metadata: { name: 'a' } });
      await done(client, 'POST', definitions, {
        ...gadgetDefinition({
          names: { plural: 'leases', kind: 'Other' },
          versions: [version({ name: 'v9' })],
          more: { group: 'coordination.k8s.io' },
        }),
        metadata: {
          name: 'leases.coordination.k8s.io',
          annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes/kubernetes/pull/1' },
          finalizers: ['x.example/y'],
        },
      });
      const conditions = [{ type: 'Established', status: 'True', reason: '', message: '' }];
      const claimed = { status: { acceptedNames: { plural: 'leases', kind: 'Other' }, conditions } };
      if (how !== 'delete') await done(client, 'PATCH', `${overlapping}/status`, claimed);
      expect(await refused(client, 'GET', leases.replace('v1', 'v9'))).toBe(nothing);

      await done(client, 'DELETE', overlapping);
      expect((await done(client, 'GET', overlapping)).status).toMatchObject({
        conditions: expect.arrayContaining([
          expect.objectContaining({ type: 'Terminating', reason: 'OverlappingBuiltInResource' }),
        ]),
      });
      if (how !== 'delete') await done(client, 'PATCH', `${overlapping}/status`, claimed);
      await done(client, 'PATCH', overlapping, { metadata: { finalizers: null } });
      expect(await refused(client, 'GET', overlapping)).toMatch(/^404 /);
      expect((await done(client, 'GET', `${leases}/a`)).metadata).toMatchObject({ name: 'a' });
    },
  );

  it('should wait for the finalizers of others, without their objects', async () => {
    const { client } = await setUp();
    const held = {
      ...gadgetDefinition(),
      metadata: { name: 'gadgets.example.com', finalizers: ['x.example/y'] },
    };
    await done(client, 'POST', definitions, held);

    await done(client, 'DELETE', definition);

    expect(await refused(client, 'GET', gadgets)).toBe(nothing);
    const { metadata, status } = await done(client, 'GET', definition);
    expect(metadata).toMatchObject({ finalizers: ['x.example/y'] });
    expect(status).toMatchObject({
      conditions: [{}, {}, { type: 'Terminating', status: 'False', reason: 'InstanceDeletionCompleted' }],
    });
    await done(client, 'PATCH', definition, { metadata: { finalizers: null } });
    expect(await refused(client, 'GET', definition)).toMatch(/^404 /);
  });

  it('should end the watches when they change, and drop the history (P59)', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition());
    const { metadata } = await done(client, 'POST', gadgets, gadget('a'));
    const from = `${gadgets}?watch=true&resourceVersion=${metadata.resourceVersion}`;
    const watching = client.watch(from);
    await watching.opened;

    const versions = [version({ properties: { size: { type: 'integer' }, more: { type: 'string' } } })];
    await done(client, 'PATCH', definition, { spec: { versions } });

    expect(await watching.ended).toEqual([]);
    const [frame] = await client.watch(from).ended;
    expect(frame).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
    const { metadata: now } = await done(client, 'GET', gadgets);
    const again = client.watch(`${gadgets}?watch=true&resourceVersion=${now.resourceVersion}`);
    await again.opened;
    await done(client, 'POST', gadgets, gadget('b', { size: 0, more: 'x' }));
    expect(received(await again.take(1))).toEqual(['ADDED b']);
    again.stop();
  });

  it('should not end the watches when only a label of the definition changes', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition());
    const watching = client.watch(`${gadgets}?watch=true`);
    await watching.opened;

    await done(client, 'PATCH', definition, { metadata: { labels: { a: 'b' } } });
    await done(client, 'POST', gadgets, gadget('a'));

    expect(received(await watching.take(1))).toEqual(['ADDED a']);
    watching.stop();
  });

  it('should not serve a name of another resource until the name is free', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition({ names: { shortNames: ['gd'] } }));
    const other = {
      ...gadgetDefinition({ names: { plural: 'gizmos', singular: 'gizmo', shortNames: ['gd'] } }),
      metadata: { name: 'gizmos.example.com' },
    };
    await done(client, 'POST', definitions, other);

    const { status } = await done(client, 'GET', `${definitions}/gizmos.example.com`);
    expect(status).toMatchObject({
      conditions: [
        {
          type: 'NamesAccepted',
          status: 'False',
          reason: 'ListKindConflict',
          message: '"GadgetList" is already in use',
        },
        {
          type: 'Established',
          status: 'False',
          reason: 'NotAccepted',
          message: 'not all names are accepted',
        },
      ],
      acceptedNames: { plural: 'gizmos', singular: 'gizmo' },
    });
    expect(await refused(client, 'GET', '/apis/example.com/v1/gizmos')).toBe(nothing);

    await done(client, 'DELETE', definition);
    expect(await done(client, 'GET', '/apis/example.com/v1/gizmos')).toMatchObject({ kind: 'GadgetList' });
  });

  it('should not take a name of a built-in resource', async () => {
    const { client } = await setUp();
    const same = {
      ...gadgetDefinition({
        names: { plural: 'widgets', kind: 'Thing' },
        more: { group: 'demo.example.com' },
      }),
      metadata: { name: 'widgets.demo.example.com' },
    };
    await done(client, 'POST', definitions, same);

    const { status } = await done(client, 'GET', `${definitions}/widgets.demo.example.com`);
    expect(status).toMatchObject({ conditions: [{ reason: 'PluralConflict' }, { status: 'False' }] });
    expect(await done(client, 'GET', '/apis/demo.example.com/v1/widgets')).toMatchObject({
      kind: 'WidgetList',
    });
  });

  it('should keep immutable fields', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition());
    const { metadata, ...there } = await done(client, 'GET', definition);
    const changed = { ...there, metadata, spec: { ...there.spec, scope: 'Cluster', group: 'a.b' } };

    expect(await refused(client, 'PUT', definition, changed)).toBe(
      '422 CustomResourceDefinition.apiextensions.k8s.io "gadgets.example.com" is invalid: ' +
        '[spec.scope: Invalid value: "Cluster": field is immutable, spec.group: Invalid value: "a.b": field is immutable]',
    );
  });

  it('should be served again when they are created again', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition());
    await done(client, 'POST', gadgets, gadget('a'));
    await done(client, 'DELETE', definition);

    await done(client, 'POST', definitions, gadgetDefinition());

    expect((await done(client, 'GET', gadgets)).items).toEqual([]);
  });
});
