import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import type { KeyDelta } from 'rx-informer/client-go';
import { InFlight } from '../../../../src/client-go/queue/machine/in-flight.ts';
import { thing } from '../../../support/things.ts';

const updated = (text: string): KeyDelta<KubeObject> => ({ type: 'Updated', key: 'a', object: thing(text) });
const [first, second] = [updated('a@1'), updated('a@2')];

describe('InFlight', () => {
  it('should return the newest delta of a key in flight until it is processed', () => {
    const inFlight = new InFlight();
    inFlight.add('a', first);
    expect([inFlight.get('a'), inFlight.get('b')]).toEqual([first, undefined]);
    inFlight.processed('a');

    expect([...inFlight.entries()]).toEqual([]);
  });

  it('should keep a key in flight after it was processed, until it is removed', () => {
    const inFlight = new InFlight();
    inFlight.add('a', first);
    inFlight.keep('a');
    inFlight.processed('a');
    expect([...inFlight.entries()]).toEqual([['a', first]]);
    inFlight.remove('a');

    expect(inFlight.get('a')).toBeUndefined();
  });

  it('should keep a key in flight until a newer delta of the key is processed', () => {
    const inFlight = new InFlight();
    inFlight.add('a', first);
    inFlight.keep('a');
    inFlight.processed('a');
    inFlight.add('a', second);
    expect(inFlight.get('a')).toBe(second);
    inFlight.processed('a');

    expect(inFlight.get('a')).toBeUndefined();
  });

  it('should not keep a key that is not in flight', () => {
    const inFlight = new InFlight();
    inFlight.keep('a');
    inFlight.add('a', first);
    inFlight.processed('a');

    expect(inFlight.get('a')).toBeUndefined();
  });
});
