import type { ReflectOptions } from '../../../src/reflector/index.ts';

/**
 * Options with which the reflector retries at once, as the baseline program does. By default, the reflector first waits
 * for a random time.
 */
export const atOnce: Pick<ReflectOptions, 'backoff' | 'random'> = {
  backoff: { initial: 1 },
  random: () => 0,
};
