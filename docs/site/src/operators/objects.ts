import type { KubeObject } from 'rx-informer';

/** An object with a name and a version, and a uid that depends on its name. */
export function objectAt(name: string, resourceVersion: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, uid: `uid-${name}`, resourceVersion } };
}
