import type { Printer } from './cell.ts';
import { autoscaler } from './printers/autoscaler.ts';
import * as batch from './printers/batch.ts';
import * as configuration from './printers/configuration.ts';
import { event } from './printers/event.ts';
import * as networking from './printers/networking.ts';
import { node } from './printers/node.ts';
import { pod } from './printers/pod.ts';
import * as policies from './printers/policies.ts';
import * as volumes from './printers/volumes.ts';
import * as workloads from './printers/workloads.ts';

/**
 * The printers of the built-in kinds, by `resource.group`. A printer returns the table cells of an object. For a kind
 * without an entry, the row contains the name and the creation time.
 */
export const builtInPrinters: Readonly<Record<string, Printer>> = {
  componentstatuses: configuration.componentStatus,
  configmaps: configuration.configMap,
  endpoints: networking.endpoints,
  events: event,
  namespaces: configuration.namespace,
  nodes: node,
  persistentvolumeclaims: volumes.persistentVolumeClaim,
  persistentvolumes: volumes.persistentVolume,
  pods: pod,
  podtemplates: workloads.podTemplate,
  replicationcontrollers: workloads.replicationController,
  resourcequotas: configuration.resourceQuota,
  secrets: configuration.secret,
  serviceaccounts: configuration.nameAndAge,
  services: networking.service,
  'apiservices.apiregistration.k8s.io': policies.apiService,
  'controllerrevisions.apps': workloads.controllerRevision,
  'daemonsets.apps': workloads.daemonSet,
  'deployments.apps': workloads.deployment,
  'replicasets.apps': workloads.replicaSet,
  'statefulsets.apps': workloads.statefulSet,
  'events.events.k8s.io': event,
  'horizontalpodautoscalers.autoscaling': autoscaler,
  'cronjobs.batch': batch.cronJob,
  'jobs.batch': batch.job,
  'certificatesigningrequests.certificates.k8s.io': policies.certificateSigningRequest,
  'ingressclasses.networking.k8s.io': networking.ingressClass,
  'ingresses.networking.k8s.io': networking.ingress,
  'ipaddresses.networking.k8s.io': networking.ipAddress,
  'networkpolicies.networking.k8s.io': networking.networkPolicy,
  'servicecidrs.networking.k8s.io': networking.serviceCidr,
  'poddisruptionbudgets.policy': policies.podDisruptionBudget,
  'clusterrolebindings.rbac.authorization.k8s.io': policies.roleBinding,
  'rolebindings.rbac.authorization.k8s.io': policies.roleBinding,
  'csidrivers.storage.k8s.io': volumes.csiDriver,
  'csinodes.storage.k8s.io': volumes.csiNode,
  'storageclasses.storage.k8s.io': volumes.storageClass,
  'volumeattachments.storage.k8s.io': volumes.volumeAttachment,
  'volumeattributesclasses.storage.k8s.io': volumes.volumeAttributesClass,
  'mutatingadmissionpolicies.admissionregistration.k8s.io': policies.mutatingPolicy,
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': policies.policyBinding,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': policies.webhooks,
  'validatingadmissionpolicies.admissionregistration.k8s.io': policies.validatingPolicy,
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': policies.policyBinding,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': policies.webhooks,
  'priorityclasses.scheduling.k8s.io': configuration.priorityClass,
  'leases.coordination.k8s.io': configuration.lease,
  'runtimeclasses.node.k8s.io': configuration.runtimeClass,
  'endpointslices.discovery.k8s.io': networking.endpointSlice,
  'deviceclasses.resource.k8s.io': configuration.nameAndAge,
  'resourceclaims.resource.k8s.io': policies.resourceClaim,
  'resourceclaimtemplates.resource.k8s.io': configuration.nameAndAge,
  'resourceslices.resource.k8s.io': policies.resourceSlice,
  'flowschemas.flowcontrol.apiserver.k8s.io': policies.flowSchema,
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': policies.priorityLevel,
};
