import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { V1MutatingAdmissionPolicy } from '@kubernetes/client-node';
import { expectTypeOf } from 'expect-type';
import type { GroupVersionResource, KubeObject } from 'rx-informer';
import type { Resource } from 'rx-informer/client';
import * as kinds from 'rx-informer/kinds';
import type {
  CustomResourceDefinition,
  Deployment,
  Event,
  EventsV1Event,
  HorizontalPodAutoscaler,
  ModelOf,
  MutatingAdmissionPolicy,
  NetworkPolicy,
  Node,
  Pod,
  ResourceClaim,
  V1beta1IPAddress,
  V1HorizontalPodAutoscaler,
} from 'rx-informer/kinds';
import { isCollection, readDiscovery } from './discovery.ts';
import { readModels } from './models.ts';
import { render } from './render.ts';

const groups: Record<string, Record<string, Record<string, GroupVersionResource>>> = { ...kinds };

describe('the built-in kinds', () => {
  it('should include exactly the collections that a real server lists and watches', () => {
    const discovered = readDiscovery().groups.flatMap(({ group, versions }) =>
      versions.flatMap(({ version, resources }) =>
        resources.filter(isCollection).map(({ resource, kind, scope }) => ({
          group,
          version,
          resource,
          kind,
          namespaced: scope === 'Namespaced',
        })),
      ),
    );

    const constants = Object.values(groups).flatMap((versions) =>
      Object.values(versions).flatMap((resources) => Object.values(resources)),
    );

    const byPath = (a: GroupVersionResource, b: GroupVersionResource) => (path(a) < path(b) ? -1 : 1);
    expect(constants.toSorted(byPath)).toEqual(discovered.toSorted(byPath));
    expect(constants.length).toBeGreaterThan(80);
  });

  it('should contain each collection under its group, version and plural name', () => {
    for (const [name, versions] of Object.entries(groups)) {
      for (const [version, resources] of Object.entries(versions)) {
        for (const [resource, constant] of Object.entries(resources)) {
          expect(constant).toMatchObject({ group: constant.group, version, resource });
          expect(constant.group === '' ? 'core' : constant.group.split('.')[0]).toBe(name);
        }
      }
    }
  });

  it('should equal the output of `npm run suite -- kinds` for the document and the installed client-node', () => {
    const directory = new URL('../../src/kinds/generated/', import.meta.url);

    const files = render(readDiscovery(), readModels());

    expect(readdirSync(directory).sort()).toEqual([...files.keys()].sort());
    for (const [name, text] of files) expect(readFileSync(new URL(name, directory), 'utf8')).toBe(text);
  });

  it('should name their Kubernetes version', () => {
    const [version] = /\d+\.\d+/.exec(readDiscovery().server) ?? [];

    const text = readFileSync(new URL('../../src/kinds/index.ts', import.meta.url), 'utf8');
    expect(text).toContain(`Kubernetes ${version ?? ''} `);
  });
});

describe('the types of the kinds', () => {
  it('should be attached to the constants', () => {
    expectTypeOf(kinds.core.v1.pods).toEqualTypeOf<Resource<Pod>>();
    expectTypeOf(kinds.apps.v1.deployments).toEqualTypeOf<Resource<Deployment>>();
    expectTypeOf(kinds.core.v1.pods).not.toExtend<Resource<Deployment>>();
  });

  it('should be KubeObjects', () => {
    expectTypeOf<Pod>().toExtend<KubeObject>();
    expectTypeOf<Pod['metadata']['name']>().toBeString();
    expectTypeOf<Node>().toExtend<KubeObject>();
    expectTypeOf<MutatingAdmissionPolicy>().toExtend<KubeObject>();
    expectTypeOf<V1beta1IPAddress>().toExtend<KubeObject>();
  });

  it('should be JSON: a date is a string', () => {
    expectTypeOf<Pod['metadata']['creationTimestamp']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<NonNullable<Pod['status']>['startTime']>().toEqualTypeOf<string | undefined>();
  });

  it('should have the JSON names if the models had to avoid a keyword or a dash', () => {
    expectTypeOf<IngressRule>().toHaveProperty('from');
    expectTypeOf<IngressRule>().not.toHaveProperty('_from');
    expectTypeOf<Schema>().toHaveProperty('default');
    expectTypeOf<Schema>().toHaveProperty('x-kubernetes-list-type');
    expectTypeOf<Schema>().not.toHaveProperty('x_kubernetes_list_type');
  });

  it('should be read-only at every level', () => {
    const write = (pod: Pod, container: Container) => {
      // @ts-expect-error no field of an object is writable
      pod.status = {};
      // @ts-expect-error nor one of its metadata
      pod.metadata.name = 'web';
      // @ts-expect-error nor one below an array
      container.image = 'web';
    };
    expectTypeOf(write).returns.toBeVoid();
    expectTypeOf<NonNullable<Container['ports']>>().not.toExtend<unknown[]>();
  });

  it('should give the plain name to the preferred stable version, and client-node’s name to all others', () => {
    expectTypeOf(kinds.autoscaling.v2.horizontalpodautoscalers).toEqualTypeOf<
      Resource<HorizontalPodAutoscaler>
    >();
    expectTypeOf(kinds.autoscaling.v1.horizontalpodautoscalers).toEqualTypeOf<
      Resource<V1HorizontalPodAutoscaler>
    >();
    expectTypeOf(kinds.core.v1.events).toEqualTypeOf<Resource<Event>>();
    expectTypeOf(kinds.events.v1.events).toEqualTypeOf<Resource<EventsV1Event>>();
    expectTypeOf<EventsV1Event['regarding']>().not.toBeNever();
    expectTypeOf<ResourceClaim['spec']>().not.toBeNever();
  });

  it('should use a model of the installed client-node, and KubeObject without one', () => {
    expectTypeOf<ModelOf<'V1MutatingAdmissionPolicy'>>().toEqualTypeOf<V1MutatingAdmissionPolicy>();
    expectTypeOf<ModelOf<'V9MutatingAdmissionPolicy'>>().toEqualTypeOf<KubeObject>();
    expectTypeOf<MutatingAdmissionPolicy>().toHaveProperty('spec');
  });
});

type Container = NonNullable<Pod['spec']>['containers'][number];
type IngressRule = NonNullable<NonNullable<NetworkPolicy['spec']>['ingress']>[number];
type Schema = NonNullable<
  NonNullable<CustomResourceDefinition['spec']['versions'][number]['schema']>['openAPIV3Schema']
>;

const path = ({ group, version, resource }: GroupVersionResource) => [group, version, resource].join('/');
