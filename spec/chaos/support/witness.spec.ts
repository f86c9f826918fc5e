import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { differences, stateOf, type Witness, witness } from './witness.ts';

const at = (resourceVersion: string, uid = 'u'): KubeObject =>
  kubeObject('shop/web', { metadata: { resourceVersion, uid } });

describe('witness', () => {
  it('should accept an object, a resync, and another object with the same name', () => {
    const seen = witness('w', () => undefined);
    const two = at('2');
    seen.added(at('1'));
    seen.updated(two, at('1'));
    seen.updated(two, two);
    seen.deleted(two);
    seen.added(at('10', 'v'));

    expect(seen).toMatchObject({ contradictions: [], received: 5, state: { 'shop/web': 'v@10' } });
  });

  it.each<[string, (seen: Witness) => void]>([
    ['an add of an existing object', (seen) => seen.added(at('3'))],
    ['an update that repeats', (seen) => seen.updated(at('2'), at('2'))],
    ['a version that goes back', (seen) => seen.updated(at('1'))],
    ['a new uid without a delete', (seen) => seen.updated(at('3', 'v'))],
    ['a delete with an older version', (seen) => seen.deleted(at('1'))],
    ['two deletes', (seen) => [at('3'), at('4')].forEach((object) => seen.deleted(object))],
    [
      'a new object with an older version',
      (seen) => {
        seen.deleted(at('9'));
        seen.added(at('8', 'v'));
      },
    ],
  ])('should find %s', (_, act) => {
    const seen = witness('w', () => undefined);
    seen.added(at('2'));
    act(seen);

    expect(seen.contradictions).toHaveLength(1);
  });

  it('should describe the differences', () => {
    expect(differences(stateOf([at('1')]), stateOf([at('1')]))).toEqual([]);
    expect(differences(stateOf([at('1')]), stateOf([at('2')]))).toEqual([
      'shop/web: u@1; the server has u@2',
    ]);
    expect(differences(stateOf([at('1')]), {})).toEqual(['shop/web: u@1; the server has none']);
    expect(differences({}, stateOf([at('1')]))).toEqual(['shop/web: absent; the server has u@1']);
  });
});
