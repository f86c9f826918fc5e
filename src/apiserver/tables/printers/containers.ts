import type { Json } from '../../json.ts';
import { count, text } from '../fields.ts';

/** How far the containers of a pod are. */
export interface Progress {
  readonly reason: string;
  readonly ready: number;
  readonly restarts: number;
  /** Of the last container that ended. */
  readonly lastRestart: string;
}

/** An init container that runs beside the others. */
export const isRestartable = (container: Json | undefined): boolean =>
  container?.['restartPolicy'] === 'Always';

/** Why a container ended: in words, or by its signal or code. */
export function terminatedReason(container: Json): string {
  const signal = count(container, 'state.terminated.signal');
  const fallback =
    signal === 0 ? `ExitCode:${count(container, 'state.terminated.exitCode')}` : `Signal:${signal}`;
  return text(container, 'state.terminated.reason', fallback);
}

/** The later of a time and the last end of a container. */
export function later(time: string, container: Json): string {
  const ended = text(container, 'lastState.terminated.finishedAt');
  return Date.parse(ended) > (time === '' ? -Infinity : Date.parse(time)) ? ended : time;
}
