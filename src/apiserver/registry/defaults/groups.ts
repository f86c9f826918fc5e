import type { Json } from '../../json.ts';
import { namesWithDefaults } from '../../custom-resources/default-names.ts';
import { isEmptyAt, type TypeDefaults } from './type-defaults.ts';

const everything = { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} };
const webhook = { failurePolicy: 'Fail', ...everything, timeoutSeconds: 10 };
const counted = (request: Json): Json => {
  const { allocationMode = 'ExactCount', count = 1 } = request;
  return { ...request, allocationMode, ...(allocationMode === 'ExactCount' ? { count } : {}) };
};
const port = { protocol: 'TCP' };
const extensions = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';
const rbac = 'rbac.authorization.k8s.io';

/** The defaults of the API groups that have few defaults. */
export const groupDefaults: TypeDefaults = {
  'admissionregistration.v1.ValidatingWebhook': webhook,
  'admissionregistration.v1.MutatingWebhook': { ...webhook, reinvocationPolicy: 'Never' },
  'admissionregistration.v1.RuleWithOperations': { scope: '*' },
  'admissionregistration.v1.NamedRuleWithOperations': { scope: '*' },
  'admissionregistration.v1.ServiceReference': { port: 443 },
  'admissionregistration.v1.MatchResources': everything,
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
  'admissionregistration.v1.MutatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
  [`${extensions}.CustomResourceDefinitionSpec`]: { conversion: { strategy: 'None' } },
  [`${extensions}.CustomResourceDefinitionNames`]: namesWithDefaults,
  [`${extensions}.ServiceReference`]: { port: 443 },
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference': { port: 443 },
  'discovery.v1.EndpointPort': { name: '', ...port },
  'flowcontrol.v1.FlowSchemaSpec': { matchingPrecedence: 1000 },
  'flowcontrol.v1.ExemptPriorityLevelConfiguration': { nominalConcurrencyShares: 0, lendablePercent: 0 },
  'flowcontrol.v1.LimitedPriorityLevelConfiguration': (limited) => ({
    ...limited,
    nominalConcurrencyShares: limited['nominalConcurrencyShares'] ?? 30,
    lendablePercent: limited['lendablePercent'] ?? 0,
  }),
  'flowcontrol.v1.QueuingConfiguration': { handSize: 8, queues: 64, queueLengthLimit: 50 },
  'networking.v1.IngressClassParametersReference': { scope: 'Cluster' },
  'networking.v1.NetworkPolicyPort': port,
  'networking.v1.NetworkPolicySpec': withPolicyTypes,
  'rbac.v1.RoleRef': { apiGroup: rbac },
  'rbac.v1.Subject': (subject) =>
    subject['kind'] === 'User' || subject['kind'] === 'Group' ? { apiGroup: rbac, ...subject } : subject,
  'resource.v1.DeviceSubRequest': counted,
  'resource.v1.ExactDeviceRequest': counted,
  'scheduling.v1.PriorityClass': { preemptionPolicy: 'PreemptLowerPriority' },
  'storage.v1.StorageClass': { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  'storage.v1.CSIDriverSpec': {
    attachRequired: true,
    podInfoOnMount: false,
    storageCapacity: false,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
    volumeLifecycleModes: ['Persistent'],
    requiresRepublish: false,
    seLinuxMount: false,
  },
};

/**
 * Sets the policy types of a network policy. The default is `Ingress`, or `Ingress` and `Egress` if the policy has
 * egress rules.
 */
function withPolicyTypes(spec: Json): Json {
  if (!isEmptyAt(spec, 'policyTypes')) return spec;
  return { ...spec, policyTypes: isEmptyAt(spec, 'egress') ? ['Ingress'] : ['Ingress', 'Egress'] };
}
