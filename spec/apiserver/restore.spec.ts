import { describe, expect, it } from '@jest/globals';
import type { OwnerReference } from 'rx-informer';
import {
  type ApiServer,
  createApiServer,
  manualClock,
  type ManualClock,
  type NewObject,
} from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { configMaps } from './support/in-process-and-over-http.ts';

const { pods } = core.v1;
const crds = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' } as const;
const gadgets = { group: 'example.com', version: 'v1', resource: 'gadgets' } as const;
const namespace = 'default';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

const gadget = (name: string, more: object = {}): NewObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: { name, namespace, ...more },
});

const ownedBy = (uid: string): { readonly ownerReferences: readonly OwnerReference[] } => ({
  ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Gadget', name: 'owner', uid }],
});

describe('controllers after restore()', () => {
  it('should end a pod that was being deleted (P96)', () => {
    const { server, clock } = setUp();
    server.objects.create(pods, {
      metadata: { name: 'p', namespace },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
    });
    server.objects.delete(pods, 'default/p');
    const ending = server.snapshot();
    clock.advance(30_000);
    expect(server.objects.list(pods)).toEqual([]);

    const other = createApiServer({ clock });
    other.restore(ending);

    expect(other.objects.list(pods)).toHaveLength(1);
    clock.advance(1000);
    expect(other.objects.list(pods)).toEqual([]);
  });

  it('should let restored events expire (P134)', () => {
    const { server, clock } = setUp({ eventTtl: 1000 });
    const involvedObject = { kind: 'Pod', namespace, name: 'p' };
    server.objects.create(core.v1.events, { metadata: { name: 'e', namespace }, involvedObject });
    const full = server.snapshot();
    clock.advance(1000);
    expect(server.objects.list(core.v1.events)).toEqual([]);

    server.restore(full);

    expect(server.objects.list(core.v1.events)).toHaveLength(1);
    clock.advance(1000);
    expect(server.objects.list(core.v1.events)).toEqual([]);
  });

  it('should collect restored objects without their owner (P92)', () => {
    const { server, clock } = setUp();
    const owner = server.objects.create(configMaps, { metadata: { name: 'owner', namespace } });
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid };
    const metadata = { name: 'x', namespace, ownerReferences: [reference] };
    server.objects.create(configMaps, { metadata });
    server.objects.delete(configMaps, 'default/owner');
    const alone = server.snapshot();
    clock.advance(1);
    expect(server.objects.list(configMaps)).toEqual([]);

    server.restore(alone);
    clock.advance(1);

    expect(server.objects.list(configMaps)).toEqual([]);
  });

  it('should finish a namespace whose last object is removed later (P128)', () => {
    const { server } = setUp();
    server.objects.create(core.v1.namespaces, { metadata: { name: 'n' } });
    const metadata = { name: 'x', namespace: 'n', finalizers: ['example.com/f'] };
    server.objects.create(configMaps, { metadata });
    server.objects.delete(core.v1.namespaces, 'n');
    const other = createApiServer();
    other.restore(server.snapshot());

    other.objects.patch(configMaps, 'n/x', { metadata: { finalizers: null } });

    expect(other.objects.list(core.v1.namespaces).map((one) => one.metadata.name)).not.toContain('n');
  });
});

describe('controllers when a definition is added or removed', () => {
  it('should collect the dependents of the objects of a removed definition', () => {
    const { server, clock } = setUp();
    server.objects.create(crds, definition);
    const owner = server.objects.create(gadgets, gadget('owner'));
    const metadata = { name: 'x', namespace, ...ownedBy(owner.metadata.uid) };
    server.objects.create(configMaps, { metadata });
    clock.advance(1);
    expect(server.objects.list(configMaps)).toHaveLength(1);

    server.objects.delete(crds, 'gadgets.example.com');
    clock.advance(1);

    expect(server.objects.list(configMaps)).toEqual([]);
  });

  it('should keep the dependents of an unknown kind, and check again when the kind is known', () => {
    const { server, clock } = setUp();
    server.objects.create(configMaps, { metadata: { name: 'x', namespace, ...ownedBy('nobody') } });
    clock.advance(1);
    expect(server.objects.list(configMaps)).toHaveLength(1);

    server.objects.create(crds, definition);
    clock.advance(1);

    expect(server.objects.list(configMaps)).toEqual([]);
  });

  it('should keep the dependents of an owner that is created again with its definition', () => {
    const { server, clock } = setUp();
    server.objects.create(crds, definition);
    const owner = server.objects.create(gadgets, gadget('owner'));
    const metadata = { name: 'x', namespace, ...ownedBy(owner.metadata.uid) };
    server.objects.create(configMaps, { metadata });
    const full = server.snapshot();
    server.objects.delete(crds, 'gadgets.example.com');
    clock.advance(1);

    server.restore(full);
    clock.advance(1);

    expect(server.objects.list(configMaps)).toHaveLength(1);
    expect(server.objects.list(gadgets)).toHaveLength(1);
  });

  it('should finish a namespace that waited for objects of a removed definition (P128)', () => {
    const { server, clock } = setUp();
    server.objects.create(crds, definition);
    server.objects.create(core.v1.namespaces, { metadata: { name: 'n' } });
    server.objects.create(gadgets, gadget('g', { namespace: 'n', finalizers: ['example.com/f'] }));
    server.objects.delete(core.v1.namespaces, 'n');
    server.objects.delete(crds, 'gadgets.example.com');
    clock.advance(1);
    expect(server.objects.list(core.v1.namespaces).map((one) => one.metadata.name)).toContain('n');

    server.objects.patch(crds, 'gadgets.example.com', { metadata: { finalizers: null } });
    clock.advance(1);

    expect(server.objects.list(core.v1.namespaces).map((one) => one.metadata.name)).not.toContain('n');
  });
});

function setUp(options: { readonly eventTtl?: number } = {}): {
  readonly server: ApiServer;
  readonly clock: ManualClock;
} {
  const clock = manualClock(Date.parse('2026-11-21T07:00:00Z'));
  return { server: createApiServer({ clock, ...options }), clock };
}
