import { describe, expect, it } from '@jest/globals';
import { missing } from './missing.ts';

const scenario = { name: 'pods', title: '', servers: [], contenders: [], columns: [] };
const outcome = (name: string, notRun?: string) => ({
  name,
  rounds: [{}],
  ...(notRun !== undefined && { notRun }),
});

describe('who is missing in a benchmark', () => {
  it('should be the floor or one of ours, and why', () => {
    const outcomes = [outcome('floor', 'no server'), outcome('informer, fetch', 'ended with 1')];

    expect(missing([{ scenario, outcomes }])).toEqual([
      'pods, floor: no server',
      'pods, informer, fetch: ended with 1',
    ]);
  });

  it('should be nobody where only others were not run', () => {
    const others = ['peer: client-node 2.0.1', 'client-go, typed', 'query rebuilt, peer'];
    const outcomes = [outcome('floor'), ...others.map((name) => outcome(name, 'no Go'))];

    expect(missing([{ scenario, outcomes }])).toEqual([]);
  });
});
