import type { ReflectOptions } from '../../../src/reflector/index.ts';

/** Options to retry at once, as the floor does. By default the reflector waits for a random time. */
export const atOnce: Pick<ReflectOptions, 'backoff' | 'random'> = {
  backoff: { initial: 1 },
  random: () => 0,
};
