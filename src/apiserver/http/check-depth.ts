import { badRequest } from '../status/refusals.ts';

/**
 * Whatever reads a value calls itself for what is in it, and runs out of stack where it is too deep; no object of
 * Kubernetes comes near this.
 *
 * @throws Refusal 400
 */
export function checkDepth(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw badRequest(`the object provided is unrecognized: exceeded max depth`);
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    );
  }
}

const deepest = 500;
