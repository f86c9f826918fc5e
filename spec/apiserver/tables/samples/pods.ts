import { condition, container, longAgo, longerAgo, namespaced, sidecar, type Sample } from './sample.ts';

const ended = (more: object): object => ({
  terminated: { exitCode: 0, startedAt: longerAgo, finishedAt: longAgo, ...more },
});
const runs = { running: { startedAt: longAgo } };
const waits = (reason?: string): object => ({ waiting: reason === undefined ? {} : { reason } });

const state = (name: string, now: object, more: object = {}): object => ({
  name,
  image: container.image,
  imageID: '',
  ready: false,
  restartCount: 0,
  state: now,
  ...more,
});

const pod = (name: string, status: object, spec: object = {}): Sample => ({
  path: namespaced('/api/v1', 'pods'),
  object: { metadata: { name }, spec: { containers: [container], ...spec } },
  status,
});

const init = {
  initContainers: [
    { ...container, name: 'first' },
    { ...container, name: 'second' },
  ],
};
const withSidecar = { initContainers: [sidecar] };
const isReady = condition('Ready', 'True');

export const pods: readonly Sample[] = [
  pod('new', { phase: 'Pending' }),
  pod('gated', {
    phase: 'Pending',
    conditions: [condition('PodScheduled', 'False', { reason: 'SchedulingGated' })],
  }),
  pod('evicted', { phase: 'Failed', reason: 'Evicted' }),
  pod('done', { phase: 'Succeeded', containerStatuses: [state('main', ended({ reason: 'Completed' }))] }),
  pod('coded', { phase: 'Failed', containerStatuses: [state('main', ended({ exitCode: 3 }))] }),
  pod('signalled', {
    phase: 'Failed',
    containerStatuses: [state('main', ended({ exitCode: 137, signal: 9 }))],
  }),
  pod('creating', { phase: 'Pending', containerStatuses: [state('main', waits('ContainerCreating'))] }),
  pod(
    'restarted',
    {
      phase: 'Running',
      conditions: [isReady],
      podIPs: [{ ip: '10.0.0.7' }],
      containerStatuses: [
        state('main', runs, { ready: true, restartCount: 3, lastState: ended({ exitCode: 1 }) }),
      ],
    },
    { nodeName: 'node-1', readinessGates: [{ conditionType: 'example.com/open' }] },
  ),
  pod(
    'gates',
    { phase: 'Running', conditions: [isReady, condition('example.com/open', 'True')] },
    { readinessGates: [{ conditionType: 'example.com/open' }, { conditionType: 'example.com/shut' }] },
  ),
  pod('looping', {
    phase: 'Running',
    containerStatuses: [
      state('main', waits('CrashLoopBackOff'), { restartCount: 7, lastState: ended({ exitCode: 1 }) }),
    ],
  }),
  pod(
    'half-done',
    {
      phase: 'Running',
      containerStatuses: [
        state('main', ended({ reason: 'Completed' })),
        state('other', runs, { ready: true }),
      ],
    },
    { containers: [container, { ...container, name: 'other' }] },
  ),
  pod(
    'half-done-ready',
    {
      phase: 'Running',
      conditions: [isReady],
      containerStatuses: [
        state('main', ended({ reason: 'Completed' })),
        state('other', runs, { ready: true }),
      ],
    },
    { containers: [container, { ...container, name: 'other' }] },
  ),
  pod(
    'half-failed',
    {
      phase: 'Running',
      containerStatuses: [
        state('main', ended({ reason: 'Completed' })),
        state('other', ended({ reason: 'Error', exitCode: 2 })),
      ],
    },
    { containers: [container, { ...container, name: 'other' }] },
  ),
  pod(
    'init-waits',
    { phase: 'Pending', initContainerStatuses: [state('first', waits('ImagePullBackOff'))] },
    init,
  ),
  pod(
    'init-starts',
    { phase: 'Pending', initContainerStatuses: [state('first', waits('PodInitializing'))] },
    init,
  ),
  pod(
    'init-second',
    {
      phase: 'Pending',
      initContainerStatuses: [
        state('first', ended({ reason: 'Completed' }), {
          restartCount: 2,
          lastState: ended({ exitCode: 1 }),
        }),
        state('second', runs),
      ],
    },
    init,
  ),
  pod(
    'init-failed',
    { phase: 'Failed', initContainerStatuses: [state('first', ended({ exitCode: 4 }))] },
    init,
  ),
  pod(
    'init-killed',
    { phase: 'Failed', initContainerStatuses: [state('first', ended({ exitCode: 4, signal: 9 }))] },
    init,
  ),
  pod(
    'init-error',
    { phase: 'Failed', initContainerStatuses: [state('first', ended({ exitCode: 4, reason: 'Error' }))] },
    init,
  ),
  pod(
    'init-over',
    {
      phase: 'Running',
      conditions: [condition('Initialized', 'True')],
      initContainerStatuses: [state('first', runs)],
      containerStatuses: [state('main', runs, { ready: true })],
    },
    init,
  ),
  pod(
    'sidecar',
    {
      phase: 'Running',
      initContainerStatuses: [
        state('side', runs, {
          ready: true,
          started: true,
          restartCount: 1,
          lastState: ended({ exitCode: 1 }),
        }),
      ],
      containerStatuses: [state('main', runs, { ready: true })],
    },
    withSidecar,
  ),
  pod(
    'sidecar-starts',
    { phase: 'Pending', initContainerStatuses: [state('side', runs, { started: false })] },
    withSidecar,
  ),
  {
    ...pod('ending', { phase: 'Running' }, { nodeName: 'node-1' }),
    object: {
      metadata: { name: 'ending', finalizers: ['example.com/hold'] },
      spec: { containers: [container], nodeName: 'node-1' },
    },
  },
];
