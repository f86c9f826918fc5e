import type { ReflectOptions } from '../../../src/reflector/index.ts';

/**
 * Options with which the reflector retries at once, as the baseline does. By default, the reflector waits for a random
 * time.
 */
export const atOnce: Pick<ReflectOptions, 'backoff' | 'random'> = {
  backoff: { initial: 1 },
  random: () => 0,
};
