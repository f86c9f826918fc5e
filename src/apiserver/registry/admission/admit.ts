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
 * The admission plugins of each resource, in the order of the kube-apiserver. After the plugins come the functions that
 * allocate addresses and ports. In the kube-apiserver, the registry allocates addresses and ports.
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
 * Applies the default admission plugins of the kube-apiserver to an object of a built-in kind. Returns the object with
 * the added values. If the kind has no plugins, returns the same object.
 */
export function admit(resource: Resource, object: ObjectInput, request: AdmissionRequest): ObjectInput {
  const mine = resource.builtIn && Object.hasOwn(plugins, resource.id) ? plugins[resource.id] : undefined;
  return (mine ?? []).reduce((value, plugin) => plugin(value, request) as ObjectInput, object);
}
