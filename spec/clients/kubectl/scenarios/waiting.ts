import type { Scenario } from '../scenario.ts';
import { pods, status } from './manifests.ts';

const running = `patch pod a --subresource=status -p '${status('Running', true)}'`;

export const waiting: Scenario = {
  name: 'waiting',
  files: { 'pods.yaml': pods },
  steps: [
    'wait pod a --for=create --timeout=1s',
    'create -f pods.yaml',
    'wait pod a --for=create --timeout=5s',
    'wait pod a --for=condition=Ready --timeout=1s',
    {
      follow: 'wait pod a --for=condition=Ready --timeout=10s',
      from: /never/,
      meanwhile: [running],
      until: /met/,
    },
    'wait pod a --for=condition=Ready=true --timeout=5s',
    'wait pod a --for=condition=Ready=false --timeout=1s',
    `wait pod a --for=jsonpath='{.status.phase}'=Running --timeout=5s`,
    `wait pod a --for=jsonpath='{.status.podIP}' --timeout=5s`,
    `wait pod a --for=jsonpath='{.status.phase}'=Failed --timeout=1s`,
    'wait pods -l app=web --for=condition=Ready --timeout=1s',
    'wait pods --all --for=condition=Initialized --timeout=1s',
    'wait pod none --for=condition=Ready --timeout=1s',
    'wait pod none --for=delete --timeout=1s',
    'wait pod a --for=delete --timeout=1s',
    {
      follow: 'wait pod b --for=delete --timeout=10s',
      from: /never/,
      meanwhile: ['delete pod b --force'],
      until: /met/,
    },
    'wait pod a --for=nothing',
  ],
};
