/** Discovery documents of kube-apiserver, reduced to the members that the command reads. */

const verbs = ['create', 'delete', 'get', 'list', 'watch'];

export const aggregatedCore = {
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  metadata: {},
  items: [
    {
      metadata: { creationTimestamp: null },
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [
            {
              resource: 'pods',
              responseKind: { group: '', version: '', kind: 'Pod' },
              scope: 'Namespaced',
              singularResource: 'pod',
              verbs,
              shortNames: ['po'],
              categories: ['all'],
              subresources: [
                { subresource: 'log', responseKind: { group: '', version: '', kind: 'Pod' }, verbs: ['get'] },
              ],
            },
            {
              resource: 'nodes',
              responseKind: { group: '', version: '', kind: 'Node' },
              scope: 'Cluster',
              singularResource: 'node',
              verbs,
            },
          ],
        },
      ],
    },
  ],
};

export const aggregatedGroups = {
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  items: [
    {
      metadata: { name: 'metrics.k8s.io' },
      versions: [{ version: 'v1beta1', freshness: 'Stale', resources: [] }],
    },
    {
      metadata: { name: 'apps' },
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [
            {
              resource: 'deployments',
              responseKind: { group: '', version: '', kind: 'Deployment' },
              scope: 'Namespaced',
              singularResource: 'deployment',
              verbs,
              shortNames: ['deploy'],
            },
          ],
        },
      ],
    },
  ],
};

export const legacyVersions = {
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '203.0.113.7:6443' }],
};

export const legacyGroups = {
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: [
    {
      name: 'metrics.k8s.io',
      versions: [{ groupVersion: 'metrics.k8s.io/v1beta1', version: 'v1beta1' }],
      preferredVersion: { groupVersion: 'metrics.k8s.io/v1beta1', version: 'v1beta1' },
    },
    {
      name: 'apps',
      versions: [
        { groupVersion: 'apps/v1beta1', version: 'v1beta1' },
        { groupVersion: 'apps/v1', version: 'v1' },
      ],
      preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
    },
  ],
};

export const legacyCoreResources = {
  kind: 'APIResourceList',
  groupVersion: 'v1',
  resources: [
    {
      name: 'pods',
      singularName: 'pod',
      namespaced: true,
      kind: 'Pod',
      verbs,
      shortNames: ['po'],
      categories: ['all'],
    },
    { name: 'pods/log', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
    { name: 'nodes', singularName: 'node', namespaced: false, kind: 'Node', verbs },
  ],
};

export const legacyAppsResources = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: 'apps/v1',
  resources: [
    {
      name: 'deployments',
      singularName: 'deployment',
      namespaced: true,
      kind: 'Deployment',
      verbs,
      shortNames: ['deploy'],
    },
  ],
};

/** The members that the aggregated and the older documents have in common. */
const common = { version: 'v1', verbs, categories: [] };
export const pods = {
  ...common,
  group: '',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
  singularName: 'pod',
  shortNames: ['po'],
  categories: ['all'],
  subresources: ['log'],
};
export const nodes = {
  ...common,
  group: '',
  resource: 'nodes',
  kind: 'Node',
  namespaced: false,
  singularName: 'node',
  shortNames: [],
  subresources: [],
};
export const deployments = {
  ...common,
  group: 'apps',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
  singularName: 'deployment',
  shortNames: ['deploy'],
  subresources: [],
};
