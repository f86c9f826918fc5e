import type { Pod } from '../../kinds/index.ts';
import { firstEntries, plainText } from './plain-value.ts';

type ContainerStatus = NonNullable<NonNullable<Pod['status']>['containerStatuses']>[number];

/** Returns the number of ready containers, the status of the pod, the number of restarts, and the node. */
export function podFields(pod: Pod): readonly string[] {
  const statuses = pod.status?.containerStatuses ?? [];
  const containers = firstEntries(statuses);
  const ready = containers.filter((one) => one.ready).length;
  const restarts = containers.reduce((sum, { restartCount }) => sum + countOf(restartCount), 0);

  return [
    `${ready}/${plainText(pod.spec?.containers.length ?? statuses.length)}`,
    podStatus(pod),
    ...(restarts > 0 ? [`restarts ${restarts}`] : []),
    pod.spec?.nodeName === undefined ? 'on no node' : `on ${plainText(pod.spec.nodeName)}`,
  ];
}

/** Returns a number. Returns 0 for any other value, because the operator `+` would format an array as text. */
const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Returns the text of kubectl's column STATUS: the phase, or a reason that is more exact than the phase. */
function podStatus({ metadata, status = {} }: Pod): string {
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';

  const inits = status.initContainerStatuses ?? [];
  const init = firstEntries(inits).findIndex((one) => !isPast(one));
  if (init >= 0 && status.phase === 'Pending') {
    const why = troubleOf(inits[init]);
    return `Init:${why === undefined ? `${init}/${inits.length}` : plainText(why)}`;
  }
  const trouble = firstEntries(status.containerStatuses ?? [])
    .map(troubleOf)
    .find((reason) => reason !== undefined);
  return trouble ?? status.reason ?? status.phase ?? 'Unknown';
}

/** Whether an init container has completed, or a sidecar container runs. */
function isPast({ state, started }: ContainerStatus): boolean {
  return state?.terminated?.exitCode === 0 || started === true;
}

/** Returns the reason why a container does not run; `undefined` if the container is only starting. */
function troubleOf(status: ContainerStatus | undefined): string | undefined {
  const { waiting, terminated } = status?.state ?? {};
  if (terminated !== undefined) {
    return (
      terminated.reason ??
      (terminated.signal
        ? `Signal:${plainText(terminated.signal)}`
        : `ExitCode:${plainText(terminated.exitCode)}`)
    );
  }
  return waiting?.reason === 'PodInitializing' ? undefined : waiting?.reason;
}
