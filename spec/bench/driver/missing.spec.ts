import { describe, expect, it } from '@jest/globals';
import { missing } from './missing.ts';

const scenario = { name: 'pods', title: '', servers: [], contenders: [], columns: [] };
const outcome = (name: string, notRun?: string) => ({
  name,
  rounds: [{}],
  ...(notRun !== undefined && { notRun }),
});

describe('the missing contenders of a benchmark', () => {
  it('should be the floor or a variant of this library, with the reason', () => {
    const outcomes = [outcome('floor', 'no server'), outcome('informer, fetch', 'ended with 1')];

    expect(missing([{ scenario, outcomes }])).toEqual([
      'pods, floor: no server',
      'pods, informer, fetch: ended with 1',
    ]);
  });

  it('should be empty if only contenders of other projects did not run', () => {
    const others = ['peer: client-node 2.0.1', 'client-go, typed', 'query rebuilt, peer'];
    const outcomes = [outcome('floor'), ...others.map((name) => outcome(name, 'no Go'))];

    expect(missing([{ scenario, outcomes }])).toEqual([]);
  });
});
