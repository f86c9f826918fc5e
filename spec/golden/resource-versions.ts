import { compareResourceVersions } from '../../src/objects/index.ts';
import { outcome } from './outcome.ts';
import type { Topic } from './topic.ts';

/**
 * Replays `resource-versions.json`: the test cases compare two resourceVersions. For a malformed version, Go returns
 * an error, and this library returns `undefined`.
 */
export const resourceVersions: Topic = (golden) =>
  outcome(golden, ['a', 'b'], () => {
    const order = compareResourceVersions(golden['a'] as string, golden['b'] as string);
    return order === undefined ? { err: 'an error' } : { want: Math.sign(order) };
  });
