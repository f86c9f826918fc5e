import type { Json } from '../../json.ts';
import { count, text } from '../fields.ts';

/** The progress of the containers of a pod. */
export interface Progress {
  readonly reason: string;
  readonly ready: number;
  readonly restarts: number;
  /** The end of the last container that ended. */
  readonly lastRestart: string;
}

/** Returns whether an init container runs beside the other containers. */
export const isRestartable = (container: Json | undefined): boolean =>
  container?.['restartPolicy'] === 'Always';

/** Returns why a container ended: its reason, or its signal or exit code. */
export function terminatedReason(container: Json): string {
  const signal = count(container, 'state.terminated.signal');
  const fallback =
    signal === 0 ? `ExitCode:${count(container, 'state.terminated.exitCode')}` : `Signal:${signal}`;
  return text(container, 'state.terminated.reason', fallback);
}

/** Returns the later of a time and the last end of a container. */
export function later(time: string, container: Json): string {
  const ended = text(container, 'lastState.terminated.finishedAt');
  return Date.parse(ended) > (time === '' ? -Infinity : Date.parse(time)) ? ended : time;
}
