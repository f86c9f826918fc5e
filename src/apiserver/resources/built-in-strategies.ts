import { definitionStrategy } from '../custom-resources/definition-strategy.ts';
import { own } from '../json.ts';
import { autoscalerView } from './autoscaler-view.ts';
import { configMapStrategy, secretStrategy } from './data-strategies.ts';
import { eventView } from './event-view.ts';
import { immutableAtRoot, rules } from './immutable.ts';
import { kindRules } from './kind-rules.ts';
import { bindingStrategy, roleStrategy } from './rbac-strategies.ts';
import { newPod } from './pod-strategy.ts';
import { podRules } from './pod-rules.ts';
import { priorityClassStrategy } from './priority-class.ts';
import type { BuiltIn } from './resource.ts';
import { immutableData } from './immutable-data.ts';
import { builtInFields } from './selectable-fields.ts';
import { serviceStrategy } from './service-addresses.ts';
import { storageRules } from './storage-rules.ts';
import { changedNamespace, namespaceFinalizers, newNamespace, podGracePeriod } from './strategies.ts';
import { daemonSetStrategy, newClaim, newJob, newVolume, unprotected } from './workload-strategies.ts';
import { workloadRules } from './workload-rules.ts';

type Strategy = Partial<BuiltIn>;

/** The kinds whose `metadata.generation` increases with each change of the spec. */
const withGeneration: readonly string[] = [
  'pods',
  'podtemplates',
  'replicationcontrollers',
  'daemonsets.apps',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'cronjobs.batch',
  'jobs.batch',
  'endpointslices.discovery.k8s.io',
  'flowschemas.flowcontrol.apiserver.k8s.io',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  'ingresses.networking.k8s.io',
  'ingressclasses.networking.k8s.io',
  'networkpolicies.networking.k8s.io',
  'poddisruptionbudgets.policy',
  'deviceclasses.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'priorityclasses.scheduling.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
];

/** The kinds for which a PUT creates the object if the object does not exist. */
const createdByUpdate: readonly string[] = [
  'endpoints',
  'events',
  'limitranges',
  'services',
  'leases.coordination.k8s.io',
  'runtimeclasses.node.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'clusterrolebindings.rbac.authorization.k8s.io',
  'roles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
];

/** The kinds for which a PUT must contain the resourceVersion. */
const versionedUpdate: readonly string[] = [
  'leases.coordination.k8s.io',
  'runtimeclasses.node.k8s.io',
  'poddisruptionbudgets.policy',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'apiservices.apiregistration.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
];

/** The kinds for which DELETE returns the deleted object. */
const returnedWhenDeleted: readonly string[] = [
  'namespaces',
  'persistentvolumeclaims',
  'persistentvolumes',
  'pods',
  'podtemplates',
  'resourcequotas',
  'serviceaccounts',
  'services',
  'deviceclasses.resource.k8s.io',
  'resourceclaims.resource.k8s.io',
  'resourceclaimtemplates.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'storageclasses.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'volumeattributesclasses.storage.k8s.io',
];

/** The strategies of single kinds, by `resource.group`. */
const strategies: Readonly<Record<string, Strategy>> = {
  namespaces: { onCreate: newNamespace, onUpdate: changedNamespace, finalizersOf: namespaceFinalizers },
  configmaps: rules(immutableData('data', 'binaryData'), configMapStrategy.validate),
  limitranges: { namedByUid: true },
  nodes: { statusOnCreate: true },
  secrets: rules(immutableAtRoot('type'), immutableData('data'), secretStrategy.validate),
  pods: {
    onCreate: newPod,
    validate: podRules,
    gracePeriod: podGracePeriod,
    fieldAliases: { 'spec.host': 'spec.nodeName' },
  },
  services: serviceStrategy,
  'events.events.k8s.io': eventView,
  persistentvolumes: { onCreate: newVolume, finalizersOf: unprotected },
  persistentvolumeclaims: {
    onCreate: newClaim,
    onUpdate: newClaim,
    finalizersOf: unprotected,
  },
  'priorityclasses.scheduling.k8s.io': priorityClassStrategy,
  'volumeattributesclasses.storage.k8s.io': { finalizersOf: unprotected },
  'daemonsets.apps': daemonSetStrategy,
  'jobs.batch': { onCreate: newJob },
  'customresourcedefinitions.apiextensions.k8s.io': definitionStrategy,
  'clusterroles.rbac.authorization.k8s.io': roleStrategy(false),
  'clusterrolebindings.rbac.authorization.k8s.io': bindingStrategy,
  'roles.rbac.authorization.k8s.io': roleStrategy(true),
  'rolebindings.rbac.authorization.k8s.io': bindingStrategy,
};

/** The strategies of API versions whose objects differ from the stored objects. */
const views: Readonly<Record<string, Strategy>> = {
  'horizontalpodautoscalers.autoscaling/v1': autoscalerView,
};

/**
 * Returns the strategy of a kind in a version. `id` is `resource.group`. The data comes from `strategy.go` and
 * `storage.go` of the kube-apiserver.
 */
export function builtInStrategy(id: string, version: string): Strategy {
  return {
    ...(withGeneration.includes(id) ? { generation: true } : {}),
    ...(createdByUpdate.includes(id) ? { createOnUpdate: true } : {}),
    ...(versionedUpdate.includes(id) ? { unconditionalUpdate: false } : {}),
    ...(returnedWhenDeleted.includes(id) ? { deleteReturnsObject: true } : {}),
    ...own(builtInFields, id),
    ...own(workloadRules, id),
    ...own(storageRules, id),
    ...own(kindRules, id),
    ...own(strategies, id),
    ...own(views, `${id}/${version}`),
  };
}
