import { compareResourceVersions } from '../../src/objects/index.ts';
import { outcome } from './outcome.ts';
import type { Topic } from './topic.ts';

/** `resource-versions.json`: the order of two versions. A malformed version is an error in Go, and `undefined` here. */
export const resourceVersions: Topic = (golden) =>
  outcome(golden, ['a', 'b'], () => {
    const order = compareResourceVersions(golden['a'] as string, golden['b'] as string);
    return order === undefined ? { err: 'an error' } : { want: Math.sign(order) };
  });
