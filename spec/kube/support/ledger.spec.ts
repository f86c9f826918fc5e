import { describe, expect, it } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { contradictions, losses, lossesAcrossGaps } from './ledger.ts';
import type { Write } from './write.ts';

const cause = 'watch';
const key = 'shop/web';
const web = (resourceVersion: string, uid = 'a'): KubeObject => ({
  metadata: { namespace: 'shop', name: 'web', uid, resourceVersion },
});
const added = (object: KubeObject): Change<KubeObject> => ({ type: 'added', key, object, cause });
const updated = (old: KubeObject, object: KubeObject): Change<KubeObject> => ({
  type: 'updated',
  key,
  old,
  object,
  cause,
});
const deleted = (object: KubeObject, finalStateKnown = true): Change<KubeObject> => ({
  type: 'deleted',
  key,
  object,
  finalStateKnown,
  cause,
});
const [one, two, three] = [web('1'), web('2'), web('3')];

describe('contradictions', () => {
  it('should find none for an object, and another object with the same name', () => {
    const changes = [added(one), updated(one, two), deleted(three), added(web('4', 'b'))];

    expect(contradictions(changes)).toEqual([]);
  });

  it('should find none when a relist finds the delete', () => {
    expect(contradictions([added(one), deleted(one, false), added(web('2', 'b'))])).toEqual([]);
  });

  it.each([
    ['two adds', [added(one), added(two)]],
    ['an update of nothing', [updated(one, two)]],
    ['a delete of nothing', [deleted(one)]],
    ['two deletes', [added(one), deleted(two), deleted(three)]],
    ['a version that is emitted twice', [added(one), updated(one, web('1'))]],
    ['a version that goes back', [added(two), updated(two, one)]],
    ['a delete that is not later', [added(two), deleted(two)]],
    ['a new uid without a delete', [added(one), updated(one, web('2', 'b'))]],
    ['an old state that was not emitted', [added(one), updated(web('1', 'b'), two)]],
    ['an unknown final state that was not emitted', [added(one), deleted(two, false)]],
    ['a deleted object that returns', [added(one), deleted(two), added(one)]],
  ] as const)('should find %s', (_, changes) => {
    expect(contradictions(changes)).not.toEqual([]);
  });
});

describe('losses', () => {
  const writes: readonly Write[] = [
    { type: 'added', key, uid: 'a', resourceVersion: '1' },
    { type: 'updated', key, uid: 'a', resourceVersion: '2' },
    { type: 'deleted', key, uid: 'a' },
  ];

  it('should find none when each write was emitted', () => {
    expect(losses([added(one), updated(one, two), deleted(three)], writes)).toEqual([]);
  });

  it.each([
    ['an update', [added(one), deleted(three)]],
    ['the delete', [added(one), updated(one, two)]],
    ['the object', []],
  ] as const)('should find that %s was lost', (_, changes) => {
    expect(losses(changes, writes)).toHaveLength(1);
  });

  it('should find a state that was never written', () => {
    expect(losses([added(one)], [])).toHaveLength(1);
  });

  it('should allow missing states between two lists, but not a missing last state', () => {
    expect(lossesAcrossGaps([added(one), deleted(one, false)], writes)).toEqual([]);
    expect(lossesAcrossGaps([], writes)).toEqual([]);
    expect(lossesAcrossGaps([added(one), updated(one, two)], writes)).toHaveLength(1);
    expect(lossesAcrossGaps([added(one)], writes.slice(0, 2))).toHaveLength(1);
    expect(lossesAcrossGaps([], writes.slice(0, 2))).toHaveLength(1);
    expect(lossesAcrossGaps([added(one), updated(one, three)], writes.slice(0, 2))).toHaveLength(2);
  });
});
