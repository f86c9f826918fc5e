import { at, type BuiltIn } from './resource.ts';
import {
  changedNamespace,
  namespaceFinalizers,
  newNamespace,
  newPod,
  newReplicas,
  newWorkload,
  podGracePeriod,
} from './strategies.ts';

type Fields = Pick<BuiltIn, 'fields' | 'selectableFields'>;

/** Fields by their path, where the text of the value is what is compared. */
const selectable = (...paths: readonly string[]): Fields =>
  fields(Object.fromEntries(paths.map((path) => [path, at(path)])));

const fields = (accessors: NonNullable<BuiltIn['fields']>): Fields => ({
  fields: accessors,
  selectableFields: Object.keys(accessors),
});

/** A flag is `false` where it is absent. */
const flag =
  (path: string): ((object: object) => unknown) =>
  (object) =>
    at(path)({ ...object }) ?? false;

const core = { group: '', version: 'v1', builtIn: true };
const apps = {
  group: 'apps',
  version: 'v1',
  builtIn: true,
  status: true,
  generation: true,
  categories: ['all'],
  onCreate: newWorkload,
};

const scale = { specReplicasPath: 'spec.replicas', statusReplicasPath: 'status.replicas' };

/** The built-in types, with the fields that Kubernetes' own conversions offer to selectors. */
export const builtInResources: readonly BuiltIn[] = [
  {
    ...core,
    resource: 'namespaces',
    kind: 'Namespace',
    namespaced: false,
    shortNames: ['ns'],
    status: true,
    deleteReturnsObject: true,
    onCreate: newNamespace,
    onUpdate: changedNamespace,
    finalizersOf: namespaceFinalizers,
    ...selectable('status.phase'),
  },
  {
    ...core,
    resource: 'nodes',
    kind: 'Node',
    namespaced: false,
    shortNames: ['no'],
    status: true,
    statusOnCreate: true,
    ...fields({ 'spec.unschedulable': flag('spec.unschedulable') }),
  },
  {
    ...core,
    resource: 'pods',
    kind: 'Pod',
    shortNames: ['po'],
    categories: ['all'],
    status: true,
    generation: true,
    onCreate: newPod,
    deleteReturnsObject: true,
    gracePeriod: podGracePeriod,
    fieldAliases: { 'spec.host': 'spec.nodeName' },
    ...fields({
      ...selectable(
        'spec.nodeName',
        'spec.restartPolicy',
        'spec.schedulerName',
        'spec.serviceAccountName',
        'status.phase',
        'status.podIP',
        'status.nominatedNodeName',
      ).fields,
      'spec.hostNetwork': flag('spec.hostNetwork'),
      'status.podIPs': (object) =>
        (at('status.podIPs')(object) as readonly { ip?: string }[] | undefined)
          ?.map(({ ip }) => ip)
          .join(','),
    }),
  },
  { ...core, resource: 'configmaps', kind: 'ConfigMap', shortNames: ['cm'] },
  { ...core, resource: 'secrets', kind: 'Secret', ...selectable('type') },
  {
    ...core,
    resource: 'services',
    kind: 'Service',
    shortNames: ['svc'],
    categories: ['all'],
    status: true,
    deleteReturnsObject: true,
    ...selectable('spec.clusterIP', 'spec.type'),
  },
  {
    ...core,
    resource: 'serviceaccounts',
    kind: 'ServiceAccount',
    shortNames: ['sa'],
    deleteReturnsObject: true,
  },
  {
    ...core,
    resource: 'events',
    kind: 'Event',
    shortNames: ['ev'],
    ...selectable(
      'involvedObject.kind',
      'involvedObject.namespace',
      'involvedObject.name',
      'involvedObject.uid',
      'involvedObject.apiVersion',
      'involvedObject.resourceVersion',
      'involvedObject.fieldPath',
      'reason',
      'reportingComponent',
      'type',
    ),
  },
  { ...apps, scale, resource: 'deployments', kind: 'Deployment', shortNames: ['deploy'] },
  { ...apps, scale, resource: 'replicasets', kind: 'ReplicaSet', shortNames: ['rs'], onCreate: newReplicas },
  {
    ...apps,
    scale,
    resource: 'statefulsets',
    kind: 'StatefulSet',
    shortNames: ['sts'],
    onCreate: newReplicas,
  },
  { ...apps, resource: 'daemonsets', kind: 'DaemonSet', shortNames: ['ds'] },
  {
    group: 'coordination.k8s.io',
    version: 'v1',
    builtIn: true,
    resource: 'leases',
    kind: 'Lease',
    createOnUpdate: true,
    unconditionalUpdate: false,
  },
];
