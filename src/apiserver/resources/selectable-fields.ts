import type { Json } from '../json.ts';
import { at, type BuiltIn } from './resource.ts';

type Fields = Pick<BuiltIn, 'fields' | 'selectableFields'>;

const fields = (accessors: NonNullable<BuiltIn['fields']>): Fields => ({
  fields: accessors,
  selectableFields: Object.keys(accessors),
});

/** Returns functions that read the selectable fields at the given paths. */
const selectable = (...paths: readonly string[]): Fields =>
  fields(Object.fromEntries(paths.map((path) => [path, at(path)])));

/**
 * Returns a function that reads a selectable field with a boolean or a number. If the field is absent, the function
 * returns the default.
 */
const orElse =
  (path: string, fallback: boolean | number): ((object: Json) => unknown) =>
  (object) =>
    at(path)(object) ?? fallback;

/**
 * The fields of the built-in kinds that a field selector may use in addition to `metadata.name` and
 * `metadata.namespace`. The key is `resource.group`. The fields come from the conversion functions of Kubernetes.
 */
export const builtInFields: Readonly<Record<string, Fields>> = {
  namespaces: selectable('status.phase'),
  nodes: fields({ 'spec.unschedulable': orElse('spec.unschedulable', false) }),
  pods: fields({
    ...selectable(
      'spec.nodeName',
      'spec.restartPolicy',
      'spec.schedulerName',
      'spec.serviceAccountName',
      'status.phase',
      'status.podIP',
      'status.nominatedNodeName',
    ).fields,
    'spec.hostNetwork': orElse('spec.hostNetwork', false),
    'status.podIPs': (object) =>
      (at('status.podIPs')(object) as readonly { ip?: string }[] | undefined)?.map(({ ip }) => ip).join(','),
  }),
  secrets: selectable('type'),
  services: selectable('spec.clusterIP', 'spec.type'),
  replicationcontrollers: fields({ 'status.replicas': orElse('status.replicas', 0) }),
  events: fields({
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
    ).fields,
    source: (object) => at('source.component')(object) ?? at('reportingComponent')(object),
  }),
  'jobs.batch': fields({ 'status.successful': orElse('status.succeeded', 0) }),
  'certificatesigningrequests.certificates.k8s.io': selectable('spec.signerName'),
  'resourceslices.resource.k8s.io': selectable('spec.nodeName', 'spec.driver'),
};
