import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { Indices } from '../../../src/store/machine/indices.ts';
import { thing } from '../../support/things.ts';

describe('Indices', () => {
  it('should ask its functions about objects only, about each that came or went once', () => {
    const asked: unknown[] = [];
    const indices = new Indices<KubeObject>();
    const [a1, a2] = [thing('a@1'), thing('a@2')];
    indices.add(
      'all',
      (object) => {
        asked.push(object);
        return ['all'];
      },
      new Map(),
    );
    indices.update('a', undefined, a1);
    indices.update('a', a1, a2);
    indices.update('a', a2, undefined);

    expect(asked).toEqual([a1, a1, a2, a2]);
    expect(indices.takeProblems()).toEqual([]);
  });

  it('should give what its functions threw once', () => {
    const indices = new Indices<KubeObject>();
    indices.add(
      'bad',
      () => {
        throw new Error('no');
      },
      new Map([['a', thing('a@1')]]),
    );
    const [first, second] = [indices.takeProblems(), indices.takeProblems()];

    expect(first).toMatchObject([{ where: 'index bad', key: 'a' }]);
    expect(second).toEqual([]);
  });
});
