import type { TimedError } from '../informer/index.ts';
import { publicMessage } from '../objects/index.ts';
import type { ErrorInspection } from './inspection.ts';

/** Returns an error of an informer without the text of the error that a function of the program has thrown. */
export function inspectError({ at, error }: TimedError, now: number): ErrorInspection {
  const { name, failure, advice } = error;
  return { age: Math.max(0, now - at), name, failure, message: publicMessage(error), advice };
}
