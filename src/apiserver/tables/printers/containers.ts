import type { Json } from '../../json.ts';
import { count, text } from '../fields.ts';

/** The number of ready containers and of restarts of a pod. */
export interface Progress {
  readonly reason: string;
  readonly ready: number;
  readonly restarts: number;
  /** The time when the last container that has ended ended. */
  readonly lastRestart: string;
}

/** Returns whether an init container keeps running together with the other containers (a sidecar). */
export const isRestartable = (container: Json | undefined): boolean =>
  container?.['restartPolicy'] === 'Always';

/** Returns why a container ended: the reason, the signal or the exit code. */
export function terminatedReason(container: Json): string {
  const signal = count(container, 'state.terminated.signal');
  const fallback =
    signal === 0 ? `ExitCode:${count(container, 'state.terminated.exitCode')}` : `Signal:${signal}`;
  return text(container, 'state.terminated.reason', fallback);
}

/** Returns the later of a time and the time when the container last ended. */
export function later(time: string, container: Json): string {
  const ended = text(container, 'lastState.terminated.finishedAt');
  return Date.parse(ended) > (time === '' ? -Infinity : Date.parse(time)) ? ended : time;
}
