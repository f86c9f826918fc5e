import type { Hooks } from './hostile-server.ts';
import type { Program } from './messages.ts';
import type { Scene } from './scene.ts';

/** What was observed in one run. */
export interface Outcome {
  /** In words and figures that follow from what was seen, for whoever it was. */
  readonly text: string;
  /** Whether that is what a program may expect. */
  readonly right: boolean;
}

/** One fault, of a network, a server or a program. */
export interface FaultCase {
  readonly name: string;
  readonly title: string;
  readonly program?: Program;
  /** Made anew for each run. */
  readonly hooks?: () => Hooks;
  readonly run: (scene: Scene) => Promise<Outcome>;
}
