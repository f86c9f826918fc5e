import type { Scenario } from '../scenario.ts';
import { pods, status } from './manifests.ts';

const running = `patch pod a --subresource=status -p '${status('Running', true)}'`;

/** Matches the log line that kubectl writes when its watch is open. */
const begun = /watch=true.* 200 OK|watch=true.*status="200 OK"/;

export const waiting: Scenario = {
  name: 'waiting',
  files: { 'pods.yaml': pods },
  steps: [
    'wait pod a --for=create --timeout=2s',
    'create -f pods.yaml',
    'wait pod a --for=create --timeout=5s',
    'wait pod a --for=condition=Ready --timeout=2s',
    {
      follow: 'wait pod a --for=condition=Ready --timeout=60s -v=6',
      from: begun,
      meanwhile: [running],
      until: /condition met/,
    },
    'wait pod a --for=condition=Ready=true --timeout=5s',
    'wait pod a --for=condition=Ready=false --timeout=2s',
    `wait pod a --for=jsonpath='{.status.phase}'=Running --timeout=5s`,
    `wait pod a --for=jsonpath='{.status.podIP}' --timeout=5s`,
    `wait pod a --for=jsonpath='{.status.phase}'=Failed --timeout=2s`,
    'wait pods -l app=web --for=condition=Ready --timeout=2s',
    'wait pods --all --for=condition=Initialized --timeout=2s',
    'wait pod none --for=condition=Ready --timeout=2s',
    'wait pod none --for=delete --timeout=2s',
    'wait pod a --for=delete --timeout=2s',
    {
      follow: 'wait pod b --for=delete --timeout=60s -v=6',
      from: begun,
      meanwhile: ['delete pod b --force'],
      until: /condition met/,
    },
    'wait pod a --for=nothing',
  ],
};
