/** A Go module that contains CustomResourceDefinitions. All these modules have the licence Apache-2.0. */
export interface Project {
  readonly name: string;
  readonly module: string;
  readonly version: string;
  /** The checksum of the module, as in a go.sum. */
  readonly sum: string;
  /** The folders of the module with the definitions. */
  readonly folders: readonly string[];
}

type Row = readonly [name: string, module: string, version: string, sum: string, ...folders: string[]];

const rows: readonly Row[] = [
  [
    'argo-cd',
    'github.com/argoproj/argo-cd/v2',
    'v2.14.21',
    'h1:Ux50vfMUITW+Y+6GAYgQlZbr6WHE5ogiLg9OxxvP9EA=',
    'manifests/crds',
  ],
  [
    'argo-rollouts',
    'github.com/argoproj/argo-rollouts',
    'v1.8.3',
    'h1:blbtQva4IK9r6gFh+dWkCrLnFdPOWiv9ubQYu36qeaA=',
    'manifests/crds',
  ],
  [
    'argo-workflows',
    'github.com/argoproj/argo-workflows/v4',
    'v4.0.5',
    'h1:/1lru5oXUd+k6KEDUps6rLX5OKfi1jTfabgXTly/VFU=',
    'manifests/base/crds/full',
  ],
  [
    'cert-manager',
    'github.com/cert-manager/cert-manager',
    'v1.21.2',
    'h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=',
    'deploy/crds',
  ],
  [
    'cilium',
    'github.com/cilium/cilium',
    'v1.20.2',
    'h1:dqiEGIcXc+gqCLYG/l7VCFJ8GHyb4HUrwbZOpkX5dL8=',
    'pkg/k8s/apis/cilium.io/client/crds/v2',
    'pkg/k8s/apis/cilium.io/client/crds/v2alpha1',
  ],
  [
    'cluster-api',
    'sigs.k8s.io/cluster-api',
    'v1.14.2',
    'h1:o3GFNaeNFAOEEMpDPfhCK+2CjmV6gtQ8yLEcUwCg7bA=',
    'core/config/crd/bases',
    'bootstrap/kubeadm/config/crd/bases',
    'controlplane/kubeadm/config/crd/bases',
  ],
  [
    'external-secrets',
    'github.com/external-secrets/external-secrets',
    'v0.16.2',
    'h1:iNY+gIgSyL5higXTfnz+hdPCaiB/43UiHLqE7HBpj68=',
    'config/crds/bases',
  ],
  [
    'external-snapshotter',
    'github.com/kubernetes-csi/external-snapshotter/client/v8',
    'v8.7.0',
    'h1:HVaSUeRRHPu49aSiL8eXOjS9Re9G6pM0NzdTGI7mM14=',
    'config/crd',
  ],
  [
    'flux-source',
    'github.com/fluxcd/source-controller',
    'v1.7.0',
    'h1:/fBgS4CSmT5Jj/fjQDF92y+pC3gst1GJjgNSzY8Ff9I=',
    'config/crd/bases',
  ],
  [
    'frr-k8s',
    'github.com/metallb/frr-k8s',
    'v0.0.21',
    'h1:JLlCeXVlW5BLVdPy2u5sS9UCVlnK9x2vzWbIkxb8Atk=',
    'config/crd/bases',
  ],
  [
    'gateway-api',
    'sigs.k8s.io/gateway-api',
    'v1.6.3',
    'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
    'config/crd/experimental',
  ],
  ['istio', 'istio.io/api', 'v1.32.0', 'h1:37mJvg9I0biYZAEQF+MATs4FNeCpXEIVO3LFpVb6iNM=', 'kubernetes'],
  [
    'karpenter',
    'sigs.k8s.io/karpenter',
    'v1.8.0',
    'h1:AmTHUPtnuL8IX9mbcD3NOohyk62idrBCBtM+8Wn6Jvk=',
    'pkg/apis/crds',
  ],
  [
    'keda',
    'github.com/kedacore/keda/v2',
    'v2.21.0',
    'h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=',
    'config/crd/bases',
  ],
  [
    'knative-serving',
    'knative.dev/serving',
    'v0.51.0',
    'h1:yN2Q7eYqJgoPfZkATjoBZyGbZ2P1Qhns9HIMU4mF+to=',
    'config/core/300-resources',
  ],
  [
    'kueue',
    'sigs.k8s.io/kueue',
    'v0.17.0',
    'h1:7hzb38M4eKGzYW+CFv2s1L+swzzacUCHOCXxZmAV90I=',
    'config/components/crd/bases',
  ],
  [
    'kyverno',
    'github.com/kyverno/kyverno',
    'v1.19.1',
    'h1:/MkgFii3/VlQfKR1JpC9tVwNNVNQTt2S4U6qCsafsTU=',
    'config/crds/kyverno',
    'config/crds/policies.kyverno.io',
    'config/crds/policyreport',
    'config/crds/reports',
  ],
  [
    'network-policy-api',
    'sigs.k8s.io/network-policy-api',
    'v0.3.0',
    'h1:RL6fVXiix9IW1pj0ImkW645m+EWmb3dBGCiW19bg5+k=',
    'config/crd/experimental',
  ],
  [
    'prometheus-operator',
    'github.com/prometheus-operator/prometheus-operator',
    'v0.85.0',
    'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    'example/prometheus-operator-crd',
  ],
  [
    'velero',
    'github.com/vmware-tanzu/velero',
    'v1.18.3',
    'h1:9uwN5yxTWQl9PsF5ljX4xiG+7VIq3I9mxOQ0DyyZ31A=',
    'config/crd/v1/bases',
    'config/crd/v2alpha1/bases',
  ],
];

export const projects: readonly Project[] = rows.map(([name, module, version, sum, ...folders]) => ({
  ...{ name, module, version, sum, folders },
}));
