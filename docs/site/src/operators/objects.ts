import type { KubeObject } from 'rx-informer';

/** Returns an object with a name and a resourceVersion. Its uid depends on its name. */
export function objectAt(name: string, resourceVersion: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, uid: `uid-${name}`, resourceVersion } };
}
