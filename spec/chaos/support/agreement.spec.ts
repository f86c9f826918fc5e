import { describe, expect, it } from '@jest/globals';
import type { Verdict } from '../informers/crowd.ts';
import { agreement } from './agreement.ts';
import { differences, type State } from './witness.ts';

const verdictOf = (held: State, expected: readonly State[]): Verdict => ({
  name: 'w',
  failures: 0,
  received: 0,
  store: differences(held, expected[0] ?? {}),
  handlers: [],
  contradictions: [],
});

const states = (...versions: readonly string[]): (() => State) => {
  let asked = 0;
  return () => ({ 'kube-system/own': `u@${versions[Math.min(asked++, versions.length - 1)] ?? ''}` });
};

describe('agreement', () => {
  it('should read the server again, because the server writes an own object between two reads', async () => {
    const [server, informer] = [states('1', '2'), states('2')];
    const { verdicts, after } = await agreement({
      expected: () => Promise.resolve([server()]),
      verdicts: (expected) => Promise.resolve([verdictOf(informer(), expected)]),
      patience: 20_000,
    });
    expect(verdicts.map(({ store }) => store)).toEqual([[]]);
    expect(after).toBeDefined();
  });

  it('should name the informers that do not agree after the timeout', async () => {
    const [server, informer] = [states('3'), states('2')];
    const { verdicts, after } = await agreement({
      expected: () => Promise.resolve([server()]),
      verdicts: (expected) => Promise.resolve([verdictOf(informer(), expected)]),
      patience: 0,
    });
    expect(verdicts.map(({ store }) => store)).toEqual([['kube-system/own: u@2; the server has u@3']]);
    expect(after).toBeUndefined();
  });
});
