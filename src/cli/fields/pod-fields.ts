import type { Pod } from '../../kinds/index.ts';
import { firstEntries, plainText } from './plain-value.ts';

type ContainerStatus = NonNullable<NonNullable<Pod['status']>['containerStatuses']>[number];

/** How many containers are ready, what the pod is at, how often it restarted, and where it runs. */
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

/** A number that an object has; 0 for all else, because `+` writes an array as text. */
const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The word in kubectl's column STATUS: the phase, or what says more. */
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

/** An init container that is done, or a sidecar that runs. */
function isPast({ state, started }: ContainerStatus): boolean {
  return state?.terminated?.exitCode === 0 || started === true;
}

/** Why a container does not run, unless it is merely on its way. */
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
