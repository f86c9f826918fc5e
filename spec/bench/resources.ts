/** The resource of the objects that the benchmark server can serve. */
export type Resource = 'pods' | 'leases' | 'configmaps';

export interface ResourceFacts {
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The size of one object as text, for the title of a report. */
  readonly size: string;
}

/** The path, the kind and the object size of each resource. */
export const resources: Readonly<Record<Resource, ResourceFacts>> = {
  pods: {
    path: '/api/v1/pods',
    group: '',
    version: 'v1',
    apiVersion: 'v1',
    kind: 'Pod',
    size: '5 KB',
  },
  leases: {
    path: '/apis/coordination.k8s.io/v1/leases',
    group: 'coordination.k8s.io',
    version: 'v1',
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    size: '0.5 KB',
  },
  configmaps: {
    path: '/api/v1/configmaps',
    group: '',
    version: 'v1',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    size: '60 KB',
  },
};

export const resourceNames: readonly Resource[] = Object.keys(resources) as Resource[];

export const isResource = (name: string): name is Resource => Object.hasOwn(resources, name);
