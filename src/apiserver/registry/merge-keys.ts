import { own } from '../json.ts';

/**
 * How a list of a built-in type is merged: by the key of its items, or (`''`) as a set of plain values; `undefined`: not
 * at all, it is replaced. Follows the `patchStrategy` and `patchMergeKey` tags of k8s.io/api.
 * A field is named alike wherever it stands in the types that are served; ports alone are told apart.
 */
export function mergeKeyOf(kind: string, field: string): string | undefined {
  if (field === 'ports') return kind === 'Service' ? 'port' : 'containerPort';
  return own(mergeKeys, field);
}

const mergeKeys: Readonly<Record<string, string>> = {
  conditions: 'type',
  containers: 'name',
  env: 'name',
  ephemeralContainers: 'name',
  finalizers: '',
  hostAliases: 'ip',
  hostIPs: 'ip',
  imagePullSecrets: 'name',
  initContainers: 'name',
  ownerReferences: 'uid',
  podCIDRs: '',
  podIPs: 'ip',
  resourceClaims: 'name',
  schedulingGates: 'name',
  secrets: 'name',
  topologySpreadConstraints: 'topologyKey',
  volumeDevices: 'devicePath',
  volumeMounts: 'mountPath',
  volumes: 'name',
};
