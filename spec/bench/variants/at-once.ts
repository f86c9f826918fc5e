import type { ReflectOptions } from '../../../src/reflector/index.ts';

/**
 * Options with which the reflector retries at once. By default, the reflector waits for a random time, but the
 * baseline program does not wait either.
 */
export const atOnce: Pick<ReflectOptions, 'backoff' | 'random'> = {
  backoff: { initial: 1 },
  random: () => 0,
};
