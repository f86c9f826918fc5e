import { describe, expect, it } from '@jest/globals';
import type { Change, Deltas, KubeObject } from 'rx-informer';
import type { KeyDelta, KeyDeltas, RealDeltas } from 'rx-informer/client-go';
import { applyAnyDeltas } from '../../../../src/client-go/store/machine/apply-key-deltas.ts';
import { type KubeObjectCache, kubeObjectCache } from '../../../../src/store/machine/object-cache.ts';
import { line, replace, textOf, thing } from '../../../support/things.ts';

type Step = readonly [type: KeyDelta<KubeObject>['type'] | 'Tombstone', text: string];

function popped(steps: readonly Step[], facts: Omit<KeyDeltas<KubeObject>, keyof []>): KeyDeltas<KubeObject> {
  const deltas = steps.map(([type, text]): KeyDelta<KubeObject> => {
    const key = text.replace(/@.*/, '');
    if (type === 'Tombstone') {
      return {
        type: 'Deleted',
        key,
        object: text.includes('@') ? thing(text) : undefined,
        finalStateKnown: false,
      };
    }
    if (type === 'Deleted') return { type, key, object: thing(text), finalStateKnown: true };
    return { type, key, object: thing(text) };
  });
  return Object.assign(deltas, facts);
}

const live = { isInInitialList: false };

function setUp(...steps: Step[]): {
  content: KubeObjectCache<KubeObject>;
  apply: (...steps: Step[]) => readonly string[];
  applyPop: (deltas: KeyDeltas<KubeObject>) => readonly string[];
} {
  const content = kubeObjectCache<KubeObject>();
  const applyPop = (deltas: KeyDeltas<KubeObject>): readonly string[] => {
    const changes: Change<KubeObject>[] = [];
    applyAnyDeltas(content, deltas, changes);
    return changes.map(line);
  };
  const apply = (...more: Step[]): readonly string[] => applyPop(popped(more, live));
  apply(...steps);
  return { content, apply, applyPop };
}

describe('applyAnyDeltas, by key', () => {
  it('should derive added or updated from the stored objects (B112)', () => {
    const { apply } = setUp();

    expect(apply(['Updated', 'a@1'], ['Added', 'a@2'], ['Replaced', 'a@3'], ['Deleted', 'a@4'])).toEqual([
      'added a@1 watch',
      'updated a@1 a@2 watch',
      'updated a@2 a@3 relist',
      'deleted a@4 watch',
    ]);
  });

  it("should use the cause 'initial' for all changes of the first list, also for tombstones (B90, B116)", () => {
    const { applyPop } = setUp();

    const recorded = applyPop(
      popped(
        [
          ['Added', 'a@1'],
          ['Tombstone', 'a@1'],
          ['Replaced', 'a@2'],
        ],
        { isInInitialList: true },
      ),
    );

    expect(recorded).toEqual(['added a@1 initial', 'deleted a@1 unknown initial', 'added a@2 initial']);
  });

  it('should emit no change for a replaced object with equal uid and resourceVersion, and keep its reference (G7, Q10)', () => {
    const { apply, content } = setUp(['Added', 'a@1']);
    const before = content.objects.get('a');

    expect(apply(['Replaced', 'a@1'])).toEqual([]);
    expect(content.objects.get('a')).toBe(before);
  });

  it('should emit a change for each Sync, and store its object', () => {
    const { apply, content } = setUp(['Added', 'a@1']);

    expect(apply(['Sync', 'a@1'])).toEqual(['updated a@1 a@1 resync']);
    expect(apply(['Sync', 'a@2'])).toEqual(['updated a@1 a@2 resync']);
    expect(content.list().map(textOf)).toEqual(['a@2']);
  });

  it('should store an older state, as client-go does', () => {
    const { apply, content } = setUp(['Added', 'a@5']);

    expect(apply(['Replaced', 'a@4'], ['Updated', 'a@3'])).toEqual([
      'updated a@5 a@4 relist',
      'updated a@4 a@3 watch',
    ]);
    expect(content.resourceVersion).toBe('3');
  });

  it('should emit a delete with the object of a tombstone, or else the stored object (B78, against B79)', () => {
    expect(setUp(['Added', 'a@1']).apply(['Tombstone', 'a@2'])).toEqual(['deleted a@2 unknown relist']);
    expect(setUp(['Added', 'a@1']).apply(['Tombstone', 'a'])).toEqual(['deleted a@1 unknown relist']);
    expect(setUp(['Added', 'a@1#old']).apply(['Tombstone', 'a@2#new'])).toEqual([
      'deleted a@1#old unknown relist',
    ]);
  });

  it('should emit no change for the delete of an unknown object (Q16)', () => {
    expect(setUp().apply(['Deleted', 'a@1'], ['Tombstone', 'a'])).toEqual([]);
  });

  it('should emit a delete and an add for another uid (G6, Q20)', () => {
    expect(setUp(['Added', 'a@1#old']).apply(['Replaced', 'a@2#new'])).toEqual([
      'deleted a@1#old unknown relist',
      'added a@2#new relist',
    ]);
  });

  it('should keep the version only for a tombstone (B186)', () => {
    const { apply, content } = setUp(['Added', 'a@5']);

    apply(['Tombstone', 'a@9']);
    expect(content.resourceVersion).toBe('5');
    apply(['Replaced', 'b@6'], ['Deleted', 'b@7']);
    expect(content.resourceVersion).toBe('7');
  });

  it('should have synced with hasSynced of the deltas, or else with the first pop after the first list (B84)', () => {
    const initial = (hasSynced?: boolean): boolean => {
      const { content, applyPop } = { ...fresh() };
      applyPop(
        popped([['Replaced', 'a@1']], {
          isInInitialList: true,
          ...(hasSynced === undefined ? {} : { hasSynced }),
        }),
      );
      return content.hasSynced;
    };
    const fresh = (): {
      content: KubeObjectCache<KubeObject>;
      applyPop: (deltas: KeyDeltas<KubeObject>) => void;
    } => {
      const content = kubeObjectCache<KubeObject>();
      return { content, applyPop: (deltas) => applyAnyDeltas(content, deltas, []) };
    };

    expect(initial()).toBe(false);
    expect(initial(false)).toBe(false);
    expect(initial(true)).toBe(true);
    expect(setUp(['Added', 'a@1']).content.hasSynced).toBe(true);
  });
});

describe('applyAnyDeltas, with a whole list', () => {
  const initially = (deltas: Deltas<KubeObject>, isInInitialList: boolean): RealDeltas<KubeObject> =>
    Object.assign([...deltas], { isInInitialList }) as unknown as RealDeltas<KubeObject>;

  it('should use isInInitialList of the deltas (B116)', () => {
    const content = kubeObjectCache<KubeObject>();
    const changes = [
      initially(replace('1', 'a@1'), false),
      initially(replace('2', 'b@2'), true),
      replace('3', 'b@2', 'c@3'),
    ].map((deltas) => {
      const made: Change<KubeObject>[] = [];
      applyAnyDeltas(content, deltas, made);
      return made.map(line);
    });

    expect(changes).toEqual([
      ['added a@1 relist'],
      ['deleted a@1 unknown initial', 'added b@2 initial'],
      ['added c@3 relist'],
    ]);
  });
});
