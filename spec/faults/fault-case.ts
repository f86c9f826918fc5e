import type { Hooks } from './hostile-server.ts';
import type { Program } from './messages.ts';
import type { Scene } from './scene.ts';

/** The result of one run. */
export interface Outcome {
  /** A description with figures. The rules for it are the same for each contender. */
  readonly text: string;
  /** Whether a program may expect this result. */
  readonly right: boolean;
}

/** One fault, of a network, a server or a program. */
export interface FaultCase {
  readonly name: string;
  readonly title: string;
  readonly program?: Program;
  /** Makes the hooks of a run. */
  readonly hooks?: () => Hooks;
  readonly run: (scene: Scene) => Promise<Outcome>;
}
