import type { ReflectOptions } from '../../../src/reflector/index.ts';

/** What has failed is tried again at once, as the floor does it; the default waits, for a random time. */
export const atOnce: Pick<ReflectOptions, 'backoff' | 'random'> = {
  backoff: { initial: 1 },
  random: () => 0,
};
