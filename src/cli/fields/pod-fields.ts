import type { Pod } from '../../kinds/index.ts';

type ContainerStatus = NonNullable<NonNullable<Pod['status']>['containerStatuses']>[number];

/** How many containers are ready, what the pod is at, how often it restarted, and where it runs. */
export function podFields(pod: Pod): readonly string[] {
  const containers = pod.status?.containerStatuses ?? [];
  const ready = containers.filter((one) => one.ready).length;
  const restarts = containers.reduce((sum, { restartCount }) => sum + restartCount, 0);

  return [
    `${ready}/${pod.spec?.containers.length ?? containers.length}`,
    podStatus(pod),
    ...(restarts > 0 ? [`restarts ${restarts}`] : []),
    pod.spec?.nodeName === undefined ? 'on no node' : `on ${pod.spec.nodeName}`,
  ];
}

/** The word in kubectl's column STATUS: the phase, or what says more. */
function podStatus({ metadata, status = {} }: Pod): string {
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';

  const init = status.initContainerStatuses?.findIndex((one) => !isPast(one)) ?? -1;
  if (init >= 0 && status.phase === 'Pending') {
    const why = troubleOf(status.initContainerStatuses?.[init]);
    return `Init:${why ?? `${init}/${status.initContainerStatuses?.length ?? 0}`}`;
  }
  const trouble = status.containerStatuses?.map(troubleOf).find((reason) => reason !== undefined);
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
      (terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode}`)
    );
  }
  return waiting?.reason === 'PodInitializing' ? undefined : waiting?.reason;
}
