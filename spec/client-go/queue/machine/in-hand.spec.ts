import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import type { KeyDelta } from 'rx-informer/client-go';
import { InHand } from '../../../../src/client-go/queue/machine/in-hand.ts';
import { thing } from '../../../support/things.ts';

const updated = (text: string): KeyDelta<KubeObject> => ({ type: 'Updated', key: 'a', object: thing(text) });
const [first, second] = [updated('a@1'), updated('a@2')];

describe('InHand', () => {
  it('should hold the newest of a key until that is processed', () => {
    const inHand = new InHand();
    inHand.take('a', first);
    expect([inHand.get('a'), inHand.get('b')]).toEqual([first, undefined]);
    inHand.processed('a');

    expect([...inHand.entries()]).toEqual([]);
  });

  it('should hold what is held back until it is given back', () => {
    const inHand = new InHand();
    inHand.take('a', first);
    inHand.holdBack('a');
    inHand.processed('a');
    expect([...inHand.entries()]).toEqual([['a', first]]);
    inHand.giveBack('a');

    expect(inHand.get('a')).toBeUndefined();
  });

  it('should hold what is held back until something newer of its key is processed', () => {
    const inHand = new InHand();
    inHand.take('a', first);
    inHand.holdBack('a');
    inHand.processed('a');
    inHand.take('a', second);
    expect(inHand.get('a')).toBe(second);
    inHand.processed('a');

    expect(inHand.get('a')).toBeUndefined();
  });

  it('should hold back nothing that it has not', () => {
    const inHand = new InHand();
    inHand.holdBack('a');
    inHand.take('a', first);
    inHand.processed('a');

    expect(inHand.get('a')).toBeUndefined();
  });
});
