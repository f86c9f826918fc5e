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

/**
 * Each step first waits until the output contains an existing object. Otherwise the watch could start in the middle of
 * the changes.
 */
export const watching: Scenario = {
  name: 'watching',
  files: { 'pods.yaml': pods },
  steps: [
    'create configmap first',
    { follow: 'get configmaps -w', from: /first/, meanwhile: configMaps, until: /last[^]*last/ },
    'delete configmaps two last',
    'label configmap first color=red',
    {
      follow: 'get configmaps -l color=red -w --output-watch-events',
      from: /first/,
      meanwhile: configMaps,
      until: /last/,
    },
    'delete configmaps two last',
    { follow: 'get configmaps -w -o name', from: /first/, meanwhile: configMaps, until: /last[^]*last/ },
    {
      follow: 'get configmaps -w -o yaml',
      from: /name: last/,
      meanwhile: ['label configmap first shape=round'],
      until: /round/,
    },
    {
      follow: `get configmaps -w -o jsonpath='{.metadata.name}{" "}'`,
      from: /last/,
      meanwhile: ['create configmap more'],
      until: /more/,
    },
    'run first --image=nginx',
    { follow: 'get pods -w', from: /first/, meanwhile: pod, until: /Terminating[^]*Terminating/ },
    'delete pods a b c --ignore-not-found --force',
    'label pod first app=web',
    {
      follow: 'get pods -A -w -o wide -l app=web',
      from: /first/,
      meanwhile: pod,
      until: /Terminating[^]*Terminating/,
    },
    `patch pod c --subresource=status -p '${status('Running', false)}'`,
    {
      follow: 'get pods -w --field-selector status.phase=Running --output-watch-events',
      from: /Running/,
      meanwhile: [`patch pod b --subresource=status -p '${status('Running', true)}'`],
      until: /Running[^]*Running/,
    },
    { follow: 'get pod b -w', from: /b/, meanwhile: ['label pod b x=y'], until: /b[^]*b/ },
    'get configmap last -w --request-timeout=1s',
    'get nothing -w',
  ],
};
