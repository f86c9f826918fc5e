import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { GroupVersionResource, KubeObject } from 'rx-informer';
import type { Resource } from 'rx-informer/client';
import * as kinds from 'rx-informer/kinds';
import type {
  Container,
  CoreV1ResourceClaim,
  Deployment,
  Event,
  EventsV1Event,
  HorizontalPodAutoscaler,
  JSONSchemaProps,
  MutatingAdmissionPolicy,
  NetworkPolicyIngressRule,
  Node,
  ObjectMeta,
  Pod,
  PodSpec,
  PodStatus,
  PodTemplateSpec,
  ResourceClaim,
  ResourceRequirements,
  ServicePort,
  StatefulSetSpec,
  V1beta1IPAddress,
  V1beta1ResourceClaimSpec,
  V1HorizontalPodAutoscaler,
} from 'rx-informer/kinds';
import { readDefinitions } from './definitions.ts';
import { isCollection, readDiscovery } from './discovery.ts';
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

  it('should equal the output of `npm run suite -- kinds` for the schemas of the server', () => {
    const directory = new URL('../../src/kinds/generated/', import.meta.url);

    const files = render(readDiscovery(), readDefinitions());

    expect(readdirSync(directory).sort()).toEqual([...files.keys()].sort());
    for (const [name, text] of files) expect(readFileSync(new URL(name, directory), 'utf8')).toBe(text);
  });

  it('should name their Kubernetes version', () => {
    const [version] = /\d+\.\d+/.exec(readDiscovery().server) ?? [];

    const text = readFileSync(new URL('../../src/kinds/index.ts', import.meta.url), 'utf8');
    expect(text).toContain(`Kubernetes ${version ?? ''} `);
  });
});

describe('the generated files', () => {
  it('should have the descriptions of the server', () => {
    const text = readFileSync(new URL('../../src/kinds/generated/core.ts', import.meta.url), 'utf8');

    expect(text).toContain('/** A single application container that you want to run within a pod. */\n');
    expect(text).toContain('   * @defaultValue `"TCP"`\n');
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

  it('should be JSON: a quantity is a string, and a port is a number or a name', () => {
    expectTypeOf<ResourceRequirements['limits']>().toEqualTypeOf<
      Readonly<Record<string, string>> | undefined
    >();
    expectTypeOf<ServicePort['targetPort']>().toEqualTypeOf<number | string | undefined>();
  });

  it('should have the JSON names of keywords and names with a dash', () => {
    expectTypeOf<NetworkPolicyIngressRule>().toHaveProperty('from');
    expectTypeOf<JSONSchemaProps>().toHaveProperty('default');
    expectTypeOf<JSONSchemaProps>().toHaveProperty('$ref');
    expectTypeOf<JSONSchemaProps['x-kubernetes-list-type']>().toEqualTypeOf<string | undefined>();
  });

  it('should be recursive where the schema of the server is recursive', () => {
    expectTypeOf<JSONSchemaProps['not']>().toEqualTypeOf<JSONSchemaProps | undefined>();
    expectTypeOf<JSONSchemaProps['items']>().toEqualTypeOf<
      JSONSchemaProps | readonly JSONSchemaProps[] | undefined
    >();
  });

  it('should be a union where the server allows only fixed values', () => {
    expectTypeOf<PodStatus['phase']>().toEqualTypeOf<
      'Failed' | 'Pending' | 'Running' | 'Succeeded' | 'Unknown' | undefined
    >();
  });

  it('should be required where the server requires a field', () => {
    expectTypeOf<PodSpec['containers']>().toEqualTypeOf<readonly Container[]>();
    expectTypeOf<Container['name']>().toBeString();
    expectTypeOf<Container['image']>().toEqualTypeOf<string | undefined>();
  });

  it('should have optional metadata in templates', () => {
    expectTypeOf<PodTemplateSpec['metadata']>().toEqualTypeOf<ObjectMeta | undefined>();
    expectTypeOf<{
      readonly volumeClaimTemplates: readonly [{ readonly metadata: { readonly name: 'data' } }];
    }>().toExtend<Pick<StatefulSetSpec, 'volumeClaimTemplates'>>();
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

  it('should give the plain name to the preferred stable version, and a name with the version to all others', () => {
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
    expectTypeOf<ResourceRequirements['claims']>().toEqualTypeOf<
      readonly CoreV1ResourceClaim[] | undefined
    >();
    expectTypeOf<V1beta1ResourceClaimSpec>().toHaveProperty('devices');
  });
});

const path = ({ group, version, resource }: GroupVersionResource) => [group, version, resource].join('/');
