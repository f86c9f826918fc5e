import { describe, it } from '@jest/globals';
import type * as models from '@kubernetes/client-node';
import type * as oldest from '@kubernetes/client-node-1';
import { expectTypeOf } from 'expect-type';
import type { JsonValue } from 'rx-informer/client-node';
import type * as kinds from 'rx-informer/kinds';

/**
 * Each kind of this library, with its types in two versions of client-node. client-node generates its types from other
 * files of Kubernetes.
 */
interface Pairs {
  readonly pods: readonly [kinds.Pod, models.V1Pod, oldest.V1Pod];
  readonly services: readonly [kinds.Service, models.V1Service, oldest.V1Service];
  readonly nodes: readonly [kinds.Node, models.V1Node, oldest.V1Node];
  readonly events: readonly [kinds.Event, models.CoreV1Event, oldest.CoreV1Event];
  readonly eventsV1: readonly [kinds.EventsV1Event, models.EventsV1Event, oldest.EventsV1Event];
  readonly secrets: readonly [kinds.Secret, models.V1Secret, oldest.V1Secret];
  readonly configmaps: readonly [kinds.ConfigMap, models.V1ConfigMap, oldest.V1ConfigMap];
  readonly claims: readonly [
    kinds.PersistentVolumeClaim,
    models.V1PersistentVolumeClaim,
    oldest.V1PersistentVolumeClaim,
  ];
  readonly deployments: readonly [kinds.Deployment, models.V1Deployment, oldest.V1Deployment];
  readonly daemonsets: readonly [kinds.DaemonSet, models.V1DaemonSet, oldest.V1DaemonSet];
  readonly statefulsets: readonly [kinds.StatefulSet, models.V1StatefulSet, oldest.V1StatefulSet];
  readonly revisions: readonly [
    kinds.ControllerRevision,
    models.V1ControllerRevision,
    oldest.V1ControllerRevision,
  ];
  readonly autoscalers: readonly [
    kinds.HorizontalPodAutoscaler,
    models.V2HorizontalPodAutoscaler,
    oldest.V2HorizontalPodAutoscaler,
  ];
  readonly ingresses: readonly [kinds.Ingress, models.V1Ingress, oldest.V1Ingress];
  readonly policies: readonly [kinds.NetworkPolicy, models.V1NetworkPolicy, oldest.V1NetworkPolicy];
  readonly roles: readonly [kinds.ClusterRole, models.V1ClusterRole, oldest.V1ClusterRole];
  readonly leases: readonly [kinds.Lease, models.V1Lease, oldest.V1Lease];
  readonly webhooks: readonly [
    kinds.ValidatingWebhookConfiguration,
    models.V1ValidatingWebhookConfiguration,
    oldest.V1ValidatingWebhookConfiguration,
  ];
  readonly definitions: readonly [
    kinds.CustomResourceDefinition,
    models.V1CustomResourceDefinition,
    oldest.V1CustomResourceDefinition,
  ];
  readonly slices: readonly [kinds.ResourceSlice, models.V1ResourceSlice, oldest.V1ResourceSlice];
  readonly flows: readonly [kinds.FlowSchema, models.V1FlowSchema, oldest.V1FlowSchema];
}

/**
 * In these kinds, client-node 1.4 requires a field that is optional in Kubernetes 1.36. The reason: client-node 1.4 has
 * the fields of Kubernetes 1.34.
 */
interface NewerPairs {
  readonly jobs: readonly [kinds.Job, models.V1Job];
  readonly cronjobs: readonly [kinds.CronJob, models.V1CronJob];
  readonly budgets: readonly [kinds.PodDisruptionBudget, models.V1PodDisruptionBudget];
  readonly bindings: readonly [kinds.RoleBinding, models.V1RoleBinding];
  readonly priorities: readonly [kinds.PriorityClass, models.V1PriorityClass];
  readonly endpoints: readonly [kinds.EndpointSlice, models.V1EndpointSlice];
}

type NotAssignable<P> = {
  [Name in keyof P]: P[Name] extends readonly [infer T, infer Model, infer Oldest]
    ? T extends JsonValue<Model> & JsonValue<Oldest>
      ? never
      : Name
    : P[Name] extends readonly [infer T, infer Model]
      ? T extends JsonValue<Model>
        ? never
        : Name
      : Name;
}[keyof P];

/** The paths of the fields that `A` has and `B` lacks. The depth has a limit, because some types are recursive. */
type Missing<A, B, Depth extends readonly unknown[] = []> = Depth['length'] extends 12
  ? never
  : A extends readonly (infer Item)[]
    ? Missing<Item, B extends readonly (infer Other)[] ? Other : B, Depth>
    : string extends keyof A
      ? never
      : A extends object
        ? {
            [Name in keyof A & string]: Name extends keyof B
              ? `${Name}.${Missing<NonNullable<A[Name]>, NonNullable<B[Name]>, readonly [...Depth, 0]>}`
              : Name;
          }[keyof A & string]
        : never;

type Differences<P, Name extends keyof P = Exclude<keyof P, 'definitions'>> = {
  [One in Name]: P[One] extends readonly [infer T, infer Model, ...unknown[]]
    ? Missing<T, JsonValue<Model>> | Missing<JsonValue<Model>, T>
    : never;
}[Name];

describe('the types of the kinds, compared with the models of client-node', () => {
  it('should be assignable to the JSON of the models', () => {
    expectTypeOf<NotAssignable<Pairs>>().toBeNever();
    expectTypeOf<NotAssignable<NewerPairs>>().toBeNever();
  });

  it('should have the same fields at each level, except for two fields of the metadata', () => {
    type Known = 'metadata.managedFields' | 'metadata.selfLink';
    expectTypeOf<Differences<Pairs>>().toEqualTypeOf<Known>();
    expectTypeOf<Differences<NewerPairs>>().toEqualTypeOf<Known>();
  });

  it('should have $ref and $schema of a schema, for which client-node has other names', () => {
    type Schema = kinds.JSONSchemaProps;
    type Model = JsonValue<models.V1JSONSchemaProps>;
    expectTypeOf<Exclude<keyof Schema, keyof Model>>().toEqualTypeOf<'$ref' | '$schema'>();
    expectTypeOf<Exclude<keyof Model, keyof Schema>>().toEqualTypeOf<'ref' | 'schema'>();
  });

  it('should not be assignable from the JSON of a model that has a wider type', () => {
    expectTypeOf<JsonValue<models.V1PodStatus>['phase']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<JsonValue<models.V1Pod>>().not.toExtend<kinds.Pod>();
    expectTypeOf<JsonValue<models.V1ObjectReference>>().toExtend<kinds.ObjectReference>();
  });
});
