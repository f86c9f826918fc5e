import type { ContainerState, ContainerStatus, Pod, PodStatus } from '../../kinds/index.ts';

/** Whether the condition Ready of a pod is true. */
export function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}

/** Whether a container of a pod waits for a restart after a crash. */
export function isCrashed({ status }: Pod): boolean {
  return (
    status?.containerStatuses?.some(({ state }) => state?.waiting?.reason === 'CrashLoopBackOff') ?? false
  );
}

/** Returns the status of a pod whose images are being pulled. */
export function creating(pod: Pod, at: string): PodStatus {
  return statusOf(pod, 'Pending', at, { waiting: { reason: 'ContainerCreating' } });
}

/** Returns the status of a pod whose containers run. If a container had crashed, counts a restart. */
export function running(pod: Pod, at: string): PodStatus {
  return statusOf(pod, 'Running', at, { running: { startedAt: at } }, isCrashed(pod) ? 1 : 0);
}

/** Returns the status of a pod whose containers have ended with an error and wait for a restart. */
export function crashed(pod: Pod, at: string): PodStatus {
  const terminated = { exitCode: 1, reason: 'Error', finishedAt: at };
  const waiting = { reason: 'CrashLoopBackOff', message: 'back-off restarting failed container' };
  const status = statusOf(pod, 'Running', at, { waiting });
  return {
    ...status,
    containerStatuses: (status.containerStatuses ?? []).map((one) => ({ ...one, lastState: { terminated } })),
  };
}

/** Returns the status of a pod whose node does not answer. The containers may still run. */
export function unreachable(pod: Pod, at: string): PodStatus {
  return { ...pod.status, conditions: [condition('Ready', false, at)] };
}

function statusOf(
  pod: Pod,
  phase: 'Pending' | 'Running',
  at: string,
  state: ContainerState,
  restarts = 0,
): PodStatus {
  const isRunning = state.running !== undefined;
  const containerStatuses = (pod.spec?.containers ?? []).map(({ name, image = '' }): ContainerStatus => {
    const before = pod.status?.containerStatuses?.find((one) => one.name === name);
    return {
      name,
      image,
      imageID: '',
      ready: isRunning,
      started: isRunning,
      restartCount: (before?.restartCount ?? 0) + restarts,
      state,
      ...(before?.lastState === undefined ? {} : { lastState: before.lastState }),
    };
  });
  const { startTime = at, podIP } = pod.status ?? {};
  return {
    phase,
    startTime,
    ...(isRunning ? { podIP: podIP ?? addressOf(pod) } : podIP === undefined ? {} : { podIP }),
    conditions: [condition('PodScheduled', true, at), condition('Ready', isRunning, at)],
    containerStatuses,
  };
}

const condition = (type: string, is: boolean, lastTransitionTime: string) => ({
  type,
  status: is ? 'True' : 'False',
  lastTransitionTime,
});

/** Derives an IP address in 10.0.0.0/8 from the uid of a pod, so that a pod keeps its IP address. */
function addressOf({ metadata: { uid } }: Pod): string {
  const bytes = [0, 2, 4].map((at) => Number.parseInt(uid.slice(at, at + 2), 16) % 254);
  return ['10', ...bytes].join('.');
}
