import { describe, expect, it } from '@jest/globals';
import type { Change, Deltas, KubeObject } from 'rx-informer';
import { applyDeltas, prepare } from '../../../src/store/machine/apply-deltas.ts';
import { type KubeObjectCache, kubeObjectCache } from '../../../src/store/machine/object-cache.ts';
import { event, line, replace, textOf } from '../../support/things.ts';

function setUp(...first: Deltas<KubeObject>[]): {
  content: KubeObjectCache<KubeObject>;
  apply: (...all: Deltas<KubeObject>[]) => readonly string[];
} {
  const content = kubeObjectCache<KubeObject>();
  const apply = (...all: Deltas<KubeObject>[]): readonly string[] => {
    const changes: Change<KubeObject>[] = [];
    for (const deltas of all) applyDeltas(content, deltas, changes);
    return changes.map(line);
  };
  apply(...first);
  return { content, apply };
}

describe('applyDeltas', () => {
  it('should decide between added and updated by the content, not by the type of the delta (B112)', () => {
    const { apply } = setUp(replace('1', 'a@1'));

    expect(apply(event('Added', 'a@2'), event('Updated', 'b@3'), event('Updated', 'b@4'))).toEqual([
      'updated a@1 a@2 watch',
      'added b@3 watch',
      'updated b@3 b@4 watch',
    ]);
  });

  it('should emit a delete with the last state of the object (G5)', () => {
    const { apply, content } = setUp(replace('1', 'a@1'));

    expect(apply(event('Deleted', 'a@2'))).toEqual(['deleted a@2 watch']);
    expect(content.size).toBe(0);
    expect(content.resourceVersion).toBe('2');
  });

  it('should emit no change for the delete of an unknown object (Q16), but use its version (B186)', () => {
    const { apply, content } = setUp(replace('1'));

    expect(apply(event('Deleted', 'a@2'))).toEqual([]);
    expect(content.resourceVersion).toBe('2');
  });

  it('should ignore an event with the resourceVersion 0', () => {
    const { apply } = setUp(replace('1', 'a@5'));

    expect(apply(event('Updated', 'a@0'))).toEqual([]);
  });

  it('should emit another uid of a key as deleted, then added (G6, Q20, against B126)', () => {
    const { apply } = setUp(replace('1', 'a@1#old'));

    expect(apply(event('Updated', 'a@2#new'))).toEqual([
      'deleted a@1#old unknown watch',
      'added a@2#new watch',
    ]);
  });

  it('should emit the stored object for the delete of a later object with the same name (G6)', () => {
    const { apply } = setUp(replace('1', 'a@1#old'));

    expect(apply(event('Deleted', 'a@5#new'))).toEqual(['deleted a@1#old unknown watch']);
  });

  it('should ignore events that a resumed watch repeats (G2)', () => {
    const { apply, content } = setUp(replace('9', 'a@10#second', 'b@9'));

    const received = apply(
      event('Updated', 'b@9'), // the store already has this version
      event('Updated', 'b@8'), // an older version, although '8' > '10' as strings
      event('Updated', 'a@10#second'),
      event('Deleted', 'a@7#first'), // the delete belongs to the previous object of this name
    );

    expect(received).toEqual([]);
    expect(content.list().map(textOf)).toEqual(['a@10#second', 'b@9']);
    expect(content.resourceVersion).toBe('9');
  });

  it('should treat 10 as later than 9', () => {
    const { apply } = setUp(replace('9', 'a@9'));

    expect(apply(event('Updated', 'a@10'))).toEqual(['updated a@9 a@10 watch']);
  });

  it('should apply every delete of a stored object, even with an older version (G5)', () => {
    const { apply } = setUp(replace('9', 'a@9'));

    expect(apply(event('Deleted', 'a@8'))).toEqual(['deleted a@8 watch']);
  });

  it('should ignore a delete of an earlier object of the same name, or one whose final state is unknown and older', () => {
    const { apply, content } = setUp(replace('9', 'a@9#second', 'b@9'));
    const unknown = (text: string): Deltas<KubeObject> => [
      { ...event('Deleted', text)[0], finalStateKnown: false } as Deltas<KubeObject>[0],
    ];

    expect(apply(event('Deleted', 'a@8#first'), unknown('b@8'))).toEqual([]);
    expect(content.size).toBe(2);
    expect(apply(unknown('b@10'))).toEqual(['deleted b@9 unknown watch']);
  });

  it('should apply opaque versions in the order of arrival', () => {
    const opaque = (resourceVersion: string): Deltas<KubeObject> => [
      { type: 'Updated', key: 'a', object: { metadata: { name: 'a', uid: 'u', resourceVersion } } },
    ];
    const { apply } = setUp(opaque('x9'));

    expect(apply(opaque('x1'))).toHaveLength(1);
    expect(apply(opaque('x1'))).toHaveLength(0);
  });

  it('should emit every object on a resync, with equal old and new', () => {
    const { content } = setUp(replace('1', 'a@1', 'b@2'));
    const changes: Change<KubeObject>[] = [];

    applyDeltas(content, [{ type: 'SyncAll' }], changes);

    expect(changes.map(line)).toEqual(['updated a@1 a@1 resync', 'updated b@2 b@2 resync']);
    for (const change of changes)
      expect(change.type === 'updated' && change.old === change.object).toBe(true);
    expect(content.resourceVersion).toBe('1');
  });

  it('should use the version of the list, each event and each bookmark (B123)', () => {
    const { apply, content } = setUp();
    const versions = [
      replace('7', 'a@3'),
      event('Updated', 'a@8'),
      [{ type: 'Bookmark', resourceVersion: '12' }],
    ].map((deltas) => {
      apply(deltas as Deltas<KubeObject>);
      return content.resourceVersion;
    });

    expect(versions).toEqual(['7', '8', '12']);
  });

  it('should use the version of the last delta of a pop (B186)', () => {
    const { apply, content } = setUp(replace('1'));

    const received = apply([
      ...event('Added', 'a@2'),
      ...event('Updated', 'a@5'),
      ...event('Deleted', 'a@6'),
    ] as never);

    expect(received).toEqual(['added a@2 watch', 'updated a@2 a@5 watch', 'deleted a@6 watch']);
    expect(content.resourceVersion).toBe('6');
  });

  it('should be synced after the first event or list, not after a bookmark or a resync alone (B84)', () => {
    const { apply, content } = setUp([{ type: 'Bookmark', resourceVersion: '5' }], [{ type: 'SyncAll' }]);
    expect(content.hasSynced).toBe(false);

    apply(replace('6'));
    expect(content.hasSynced).toBe(true);
    expect(setUp(event('Added', 'a@1')).content.hasSynced).toBe(true);
  });
});

/** Returns the objects before the commit, the objects after the commit, and the changes. */
function preparing(
  content: KubeObjectCache<KubeObject>,
  deltas: Deltas<KubeObject>,
): readonly (readonly string[])[] {
  const work = prepare(content, deltas);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const before = content.list().map(textOf);
  const changes: Change<KubeObject>[] = [];
  step.value(changes);
  return [before, content.list().map(textOf), changes.map(line)];
}

describe('prepare', () => {
  it('should change nothing before the commit, for a list and for a single event', () => {
    const content = kubeObjectCache<KubeObject>();

    expect(preparing(content, replace('1', 'a@1'))).toEqual([[], ['a@1'], ['added a@1 initial']]);
    expect(preparing(content, event('Added', 'b@2'))).toEqual([['a@1'], ['a@1', 'b@2'], ['added b@2 watch']]);
  });
});
