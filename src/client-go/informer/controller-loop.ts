import type { Observable } from 'rxjs';
import type { HandlerError, KubeObject } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';

/** The second half of a controller: what pops its queue into `process`. */
export interface ControllerLoop<T extends KubeObject> {
  readonly hasSynced: () => boolean;
  /** Feeds the queue and pops it; ends when the events have, and all that waited is processed. */
  readonly over: (events$: Observable<ReflectorEvent<T>>) => Observable<never>;
  /** Throws if it cannot run. */
  readonly check: () => void;
  /** The controller has stopped. */
  readonly stop: () => void;
}

/** What either form of the loop needs to know. */
export interface ControllerLoopOptions<D> {
  readonly process: (deltas: D, isInInitialList: boolean) => unknown;
  readonly retryOnError: boolean;
  readonly onError: (error: HandlerError) => void;
}
