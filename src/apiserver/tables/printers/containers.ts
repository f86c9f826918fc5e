import type { Json } from '../../json.ts';
import { count, text } from '../fields.ts';

/** The table values of a pod: its status text, the number of ready containers and the number of restarts. */
export interface Progress {
  readonly reason: string;
  readonly ready: number;
  readonly restarts: number;
  /**
   * The time at which a container ended before its last restart. If several containers have restarted, the latest of
   * these times.
   */
  readonly lastRestart: string;
}

/** Returns whether an init container is a sidecar, which keeps running together with the regular containers. */
export const isRestartable = (container: Json | undefined): boolean =>
  container?.['restartPolicy'] === 'Always';

/** Returns why a container ended: the reason, or otherwise the signal or the exit code. */
export function terminatedReason(container: Json): string {
  const signal = count(container, 'state.terminated.signal');
  const fallback =
    signal === 0 ? `ExitCode:${count(container, 'state.terminated.exitCode')}` : `Signal:${signal}`;
  return text(container, 'state.terminated.reason', fallback);
}

/**
 * Returns the later of two times: the given time, and the time at which the container ended before its last restart.
 */
export function later(time: string, container: Json): string {
  const ended = text(container, 'lastState.terminated.finishedAt');
  return Date.parse(ended) > (time === '' ? -Infinity : Date.parse(time)) ? ended : time;
}
