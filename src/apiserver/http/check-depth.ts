import { isTooDeep } from '../json-depth.ts';
import { badRequest } from '../status/refusals.ts';

/**
 * Whatever reads a value calls itself for what is in it, and runs out of stack where it is too deep.
 *
 * @throws Refusal 400
 */
export function checkDepth(value: unknown): void {
  if (isTooDeep(value)) throw badRequest('the object provided is unrecognized: exceeded max depth');
}
