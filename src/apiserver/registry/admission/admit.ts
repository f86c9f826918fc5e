import type { Resource } from '../../resources/resource.ts';
import type { ObjectInput } from '../object-input.ts';
import type { Admission, AdmissionRequest } from './admission.ts';
import { withNotReadyTaint } from './node-taint.ts';
import { withLimits } from './limit-ranger.ts';
import { withOverhead, withPriority, withTolerations } from './pods.ts';
import { withDefaultIngressClass, withDefaultStorageClass } from './default-classes.ts';
import { protectedBy } from './protection.ts';
import { withRequester } from './signing-request.ts';
import { withAddresses } from './service-addresses.ts';

/**
 * The plugins of each resource, in the order of the kube-apiserver. After the plugins come the functions that allocate
 * addresses and ports, as the registry of the kube-apiserver does.
 */
const plugins: Readonly<Record<string, readonly Admission[]>> = {
  pods: [withLimits, withPriority, withTolerations, withOverhead],
  nodes: [withNotReadyTaint],
  services: [withAddresses],
  persistentvolumes: [protectedBy('kubernetes.io/pv-protection')],
  persistentvolumeclaims: [withDefaultStorageClass, protectedBy('kubernetes.io/pvc-protection')],
  'volumeattributesclasses.storage.k8s.io': [protectedBy('kubernetes.io/vac-protection')],
  'certificatesigningrequests.certificates.k8s.io': [withRequester],
  'ingresses.networking.k8s.io': [withDefaultIngressClass],
};

/**
 * Returns an object of a built-in kind with the values that the default admission plugins of the kube-apiserver add.
 * Returns an object unchanged if its kind has no plugins.
 */
export function admit(resource: Resource, object: ObjectInput, request: AdmissionRequest): ObjectInput {
  const mine = resource.builtIn && Object.hasOwn(plugins, resource.id) ? plugins[resource.id] : undefined;
  return (mine ?? []).reduce((value, plugin) => plugin(value, request) as ObjectInput, object);
}
