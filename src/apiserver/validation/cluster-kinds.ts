import { isRecord } from '../../objects/index.ts';
import { type Json, recordsAt } from '../json.ts';
import { labelErrors, standardFinalizers } from '../metadata/metadata-errors.ts';
import { labelValueProblems, qualifiedNameProblems } from '../metadata/qualified-name.ts';
import { fieldDuplicate, fieldInvalid, fieldRequired, fieldTooLong } from '../status/invalid.ts';
import { cidr } from './addresses.ts';
import {
  type Check,
  different,
  every,
  forbidden,
  items,
  members,
  oneOf,
  optional,
  present,
  required,
  text,
} from './check.ts';
import { dnsLabel, dnsSubdomain, domainPrefixedPath, labelKey, pathSegment } from './names.ts';
import { containerResources } from './resource-names.ts';
import { tolerations } from './scheduling.ts';
import { selector } from './selected-template.ts';

/** Checks the name of a finalizer in `spec.finalizers` of a namespace. */
export const finalizer: Check = text((given) => {
  const isQualified = given.includes('/') || standardFinalizers.has(given);
  return [
    ...qualifiedNameProblems(given),
    ...(isQualified ? [] : ['name is neither a standard finalizer name nor is it fully qualified']),
  ];
});

/**
 * Checks the spec of a namespace (`ValidateNamespace`). As in the kube-apiserver, the path in the error for a finalizer
 * has no index.
 */
export const namespaceSpec: Check = (value, path) => {
  const { finalizers } = isRecord(value) ? value : {};
  return (Array.isArray(finalizers) ? finalizers : []).flatMap((one) => finalizer(one, `${path}.finalizers`));
};

const taint = members({
  key: labelKey,
  value: text(labelValueProblems),
  effect: required(oneOf('NoExecute', 'NoSchedule', 'PreferNoSchedule')),
});

const differentTaints: Check = (value, path) => {
  const seen = new Set<string>();
  return (Array.isArray(value) ? value.filter(isRecord) : []).flatMap((one, at) => {
    const key = JSON.stringify([one['key'], one['effect']]);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [fieldDuplicate(`${path}[${at}]`, one)] : [];
  });
};

/** Checks that `podCIDRs` of a node contains at most one address range for each IP family. */
const podCidrs: Check = (value, path) => {
  const given = Array.isArray(value) ? value.map(String) : [];
  const families = new Set(given.map((one) => one.includes(':')));
  return [
    ...items(cidr)(given, path),
    ...(given.length > families.size
      ? [fieldInvalid(path, given, 'may specify no more than one CIDR for each IP family')]
      : []),
  ];
};

/**
 * Checks a node (`ValidateNode`). As in the kube-apiserver, the path in the error for a taint begins with `metadata`.
 * Before the check, `podCIDR` replaces the first item of `podCIDRs`.
 */
export const node: Check = (value) => {
  const { spec } = isRecord(value) ? value : {};
  const { taints, podCIDR = '', podCIDRs } = isRecord(spec) ? spec : {};
  const all = Array.isArray(podCIDRs) ? (podCIDRs as readonly unknown[]) : [];
  const cidrs = podCIDR === '' ? all : [podCIDR, ...all.slice(1)];
  return [
    ...every(items(taint), differentTaints)(taints, 'metadata.taints'),
    ...podCidrs(cidrs, 'spec.podCIDRs'),
  ];
};

const differentTolerations: Check = (value, path) =>
  different(Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : [], path);

/**
 * Checks a runtime class by the rules that its Go type does not declare. As in the kube-apiserver, the path in an error
 * in `overhead` contains `limits` and not `podFixed`.
 */
export const runtimeClass: Check = members({
  overhead: present((value, path) =>
    containerResources({ limits: isRecord(value) ? value['podFixed'] : undefined }, path),
  ),
  scheduling: present(
    members({ nodeSelector: labelErrors, tolerations: every(tolerations, differentTolerations) }),
  ),
});

/**
 * Returns the check for the namespace in the `parameters` of an ingress class. The scope `Namespace` requires a
 * namespace, and the scope `Cluster` forbids it.
 */
const parametersNamespace = (scope: unknown): Check =>
  scope === 'Namespace'
    ? every(
        (value, path) =>
          value === undefined ? [fieldRequired(path, "`parameters.scope` is set to 'Namespace'")] : [],
        present(dnsLabel),
      )
    : scope === 'Cluster'
      ? forbidden("`parameters.scope` is set to 'Cluster'")
      : () => [];

const parameters: Check = (value, path) => {
  const given: Json = isRecord(value) ? value : {};
  return members({
    apiGroup: present(dnsSubdomain),
    kind: pathSegment,
    name: pathSegment,
    scope: oneOf('Cluster', 'Namespace'),
    namespace: parametersNamespace(given['scope']),
  })(given, path);
};

/** Checks the spec of an ingress class (`validateIngressClassSpec`). */
export const ingressClassSpec: Check = members({
  controller: every(domainPrefixedPath, (value, path) =>
    typeof value === 'string' && value.length > 250 ? [fieldTooLong(path, 250)] : [],
  ),
  parameters: present(parameters),
});

const roleSelector: Check = (value, path) => {
  const problems = selector(value, path);
  return problems.length === 0 ? [] : [...problems, fieldInvalid(path, value, 'invalid label selector.')];
};

/**
 * Checks the aggregation rule of a cluster role. An aggregation rule selects other cluster roles. The cluster role then
 * contains the rules of the selected roles.
 */
export const aggregationRule: Check = (value, path) =>
  recordsAt(isRecord(value) ? value : {}, 'clusterRoleSelectors').length === 0
    ? [fieldRequired(`${path}.clusterRoleSelectors`, 'at least one clusterRoleSelector required')]
    : optional(members({ clusterRoleSelectors: items(roleSelector) }))(value, path);
