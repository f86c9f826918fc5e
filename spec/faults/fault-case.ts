import type { Hooks } from './hostile-server.ts';
import type { Program } from './messages.ts';
import type { Scene } from './scene.ts';

/** The result of one test case with one library. */
export interface Outcome {
  /** A description of the result, with numbers. The descriptions of all libraries follow the same rules. */
  readonly text: string;
  /** Whether the library has behaved as a user may expect. */
  readonly right: boolean;
}

/** A test case with one fault of a network, a server or a program. */
export interface FaultCase {
  readonly name: string;
  readonly title: string;
  readonly program?: Program;
  /** Returns functions that change the behaviour of the server during one run. */
  readonly hooks?: () => Hooks;
  readonly run: (scene: Scene) => Promise<Outcome>;
}
