import type { Scenario } from '../scenario.ts';
import { pods, status } from './manifests.ts';

const configMaps = [
  'create configmap one --from-literal=a=1',
  'label configmap one color=red',
  'create configmap two --from-literal=b=2',
  'label configmap two color=blue',
  'label configmap one color=green --overwrite',
  'delete configmap one',
  'create configmap last',
  'label configmap last color=red',
];

const pod = [
  'create -f pods.yaml',
  `patch pod a --subresource=status -p '${status('Running', true)}'`,
  'delete pod a --force',
];

export const watching: Scenario = {
  name: 'watching',
  files: { 'pods.yaml': pods },
  steps: [
    { follow: 'get configmaps -w', from: /$/, meanwhile: configMaps, until: /last/ },
    'delete configmaps --all',
    {
      follow: 'get configmaps -l color=red -w --output-watch-events',
      from: /$/,
      meanwhile: configMaps,
      until: /last/,
    },
    'delete configmaps --all',
    { follow: 'get configmaps -w -o name', from: /$/, meanwhile: configMaps, until: /last/ },
    'delete configmaps --all',
    {
      follow: 'get configmaps --watch-only -o yaml',
      from: /$/,
      meanwhile: configMaps.slice(6),
      until: /color/,
    },
    {
      follow: `get configmaps -w -o jsonpath='{.metadata.name}{" "}'`,
      from: /last/,
      meanwhile: ['create configmap more'],
      until: /more/,
    },
    { follow: 'get pods -w', from: /$/, meanwhile: pod, until: /Running[^]*Running/ },
    'delete pods --all --force',
    { follow: 'get pods -A -w -o wide -l app=web', from: /$/, meanwhile: pod, until: /Running[^]*Running/ },
    {
      follow: 'get pods -w --field-selector status.phase=Running --output-watch-events',
      from: /$/,
      meanwhile: pod.slice(1, 2).map((run) => run.replace('pod a', 'pod b')),
      until: /Running/,
    },
    { follow: 'get pod b -w', from: /b/, meanwhile: ['label pod b x=y'], until: /b[^]*b/ },
    'get configmap last -w --request-timeout=1s',
    'get nothing -w',
  ],
};
