import { describe, expect, it } from '@jest/globals';
import { type Change, compact, type KubeObject } from 'rx-informer';
import { segmentSize } from '../../../src/store/machine/compact/arena.ts';
import { CompactObjects } from '../../../src/store/machine/compact/compact-objects.ts';
import { type KubeObjectCache, kubeObjectCache } from '../../../src/store/machine/object-cache.ts';
import type { KubeObjectCodec } from '../../../src/store/machine/object-codec.ts';
import { createPauseCheck, prepareReplace } from '../../../src/store/machine/prepare-replace.ts';
import { line, textOf, thing } from '../../support/things.ts';

type Lines = readonly string[];

/** Replaces the objects by a list. Returns the changes, and the number of steps. */
function replaceIn(
  content: KubeObjectCache<KubeObject>,
  list: Lines,
  resourceVersion = '99',
): { received: Lines; steps: number } {
  const work = prepareReplace(content, {
    type: 'ReplacedAll',
    objects: list.map(thing),
    resourceVersion,
  });
  const before = content.list();
  let steps = 0;
  for (;;) {
    const step = work.next();
    steps += 1;
    expect(content.list()).toBe(before); // the same array, because nothing has changed
    if (step.done === true) {
      const changes: Change<KubeObject>[] = [];
      step.value(changes);
      return { received: changes.map(line), steps };
    }
  }
}

const contentOf = (content: KubeObjectCache<KubeObject>): Lines => content.list().map(textOf);
const many = (count: number, text: (index: number) => string): Lines =>
  Array.from({ length: count }, (_, at) => text(at));

describe('prepareReplace', () => {
  it('should emit deletions first, then changes in the order of the list (B114)', () => {
    const content = kubeObjectCache<KubeObject>();
    replaceIn(content, ['1@1', '2@2', '3@3'], '3');

    const { received } = replaceIn(content, ['4@7', '1@5', '2@6'], '7');

    expect(received).toEqual([
      'deleted 3@3 unknown relist',
      'added 4@7 relist',
      'updated 1@1 1@5 relist',
      'updated 2@2 2@6 relist',
    ]);
    expect(contentOf(content)).toEqual(['1@5', '2@6', '4@7']);
    expect(content.resourceVersion).toBe('7');
  });

  it('should emit no change for an object with equal uid and resourceVersion, and keep its reference (G7)', () => {
    const content = kubeObjectCache<KubeObject>();
    replaceIn(content, ['a@1', 'b@2']);
    const before = content.objects.get('a');

    expect(replaceIn(content, ['a@1', 'b@2']).received).toEqual([]);
    expect(content.objects.get('a')).toBe(before);
  });

  it('should emit another uid as deleted, then added (G6, Q20)', () => {
    const content = kubeObjectCache<KubeObject>();
    replaceIn(content, ['a@1#old', 'b@2']);

    expect(replaceIn(content, ['b@2', 'a@5#new']).received).toEqual([
      'deleted a@1#old unknown relist',
      'added a@5#new relist',
    ]);
    expect(contentOf(content)).toEqual(['b@2', 'a@5#new']);
  });

  it('should use the last of two objects with one key, and emit it once (Q15, against B127)', () => {
    const content = kubeObjectCache<KubeObject>();

    expect(replaceIn(content, ['a@1', 'b@2', 'a@3']).received).toEqual([
      'added a@3 initial',
      'added b@2 initial',
    ]);
  });

  it("should emit the first list as 'initial', the next as 'relist', also an empty one (B116)", () => {
    const content = kubeObjectCache<KubeObject>();

    expect(replaceIn(content, []).received).toEqual([]);
    expect(content.hasSynced).toBe(true);
    expect(replaceIn(content, ['a@1']).received).toEqual(['added a@1 relist']);
  });

  it('should change nothing before the commit (G8)', () => {
    const content = kubeObjectCache<KubeObject>();
    replaceIn(
      content,
      many(100, (index) => `a${index}@1`),
    );

    const work = prepareReplace(content, {
      type: 'ReplacedAll',
      objects: [thing('b@7')],
      resourceVersion: '8',
    });
    while (work.next().done !== true);

    expect(content.size).toBe(100);
    expect(content.resourceVersion).toBe('99');
  });

  it('should have the same result with a new map as with writes in place (PF15)', () => {
    const path = (text: string): string => text.replace(/@.*/, '');
    const uid = (text: string): string => text.replace(/.*#/, '');
    const relist = (count: number): void => {
      const before = many(count, (index) => `n${index % 7}/a${index}@1#${index}`);
      const after = many(count, (index) => {
        if (index % 3 === 0) return `n${index % 7}/a${index}@1#${index}`; // an unchanged object
        if (index % 3 === 1) return `n${index % 7}/a${index}@2#${index}`; // a changed object
        return `n1/${index % 2 === 0 ? 'b' : 'a'}${index}@2#new${index}`; // a new object, perhaps with the key of an old object
      }).toReversed();
      const content = kubeObjectCache<KubeObject>();
      content.addIndex('namespace', ({ metadata }) => [metadata.namespace ?? '']);
      replaceIn(content, before, '1');
      const first = content.list()[0];

      replaceIn(content, after, '2');
      expect(content.list()[0]).toBe(first); // the first object has not changed

      const listed = new Map(after.map((text) => [path(text), text]));
      const stays = before.filter((text) => uid(listed.get(path(text)) ?? '') === uid(text)).map(path);
      const kept = new Set(stays);
      const comes = after.map(path).filter((key) => !kept.has(key));
      expect(contentOf(content)).toEqual([...stays, ...comes].map((key) => listed.get(key)));
      for (let namespace = 0; namespace < 7; namespace += 1) {
        const found = content.index('namespace')?.keys(`n${namespace}`) ?? [];
        expect([...found].sort()).toEqual(
          content
            .keys()
            .filter((key) => key.startsWith(`n${namespace}/`))
            .toSorted(),
        );
      }
    };

    relist(300); // about 200 changes are written in place
    relist(6000); // about 4,000 changes are written into a new map
  });

  it('should fill an index that was added during the preparation', () => {
    const content = kubeObjectCache<KubeObject>();
    content.addIndex('name', ({ metadata }) => [metadata.name]);
    const work = prepareReplace(content, {
      type: 'ReplacedAll',
      objects: many(3000, (index) => `n${index % 3}/a${index}@1`).map(thing),
      resourceVersion: '1',
    });
    for (let step = 0; step < 500; step += 1) work.next();

    content.addIndex('namespace', ({ metadata }) => [metadata.namespace ?? '']);
    for (;;) {
      const step = work.next();
      if (step.done !== true) continue;
      step.value([]);
      break;
    }

    expect(content.index('namespace')?.keys('n2')).toHaveLength(1000);
    expect(content.indexNames).toEqual(['name', 'namespace']);
  });

  it('should delete one of many objects whose uid and version a transform has removed (G6, B135)', () => {
    const content = kubeObjectCache<KubeObject>();
    const bare = (name: string): KubeObject => ({ metadata: { name } }) as KubeObject;
    const replace = (...objects: KubeObject[]): void => {
      const work = prepareReplace(content, { type: 'ReplacedAll', objects, resourceVersion: '9' });
      for (;;) {
        const step = work.next();
        if (step.done !== true) continue;
        step.value([]);
        return;
      }
    };
    const names = many(3000, String);
    replace(...names.map(bare));

    replace(...names.slice(1).map(bare));

    expect(content.list().map(({ metadata }) => metadata.name)).toEqual(names.slice(1));
  });
});

describe('prepareReplace, compact', () => {
  it('should decode at most one object a step for an index, and none in the commit', () => {
    const codec: KubeObjectCodec<KubeObject> = compact().createCodec();
    let opened = 0;
    const open = (held: KubeObject): KubeObject => {
      opened++;
      return codec.decode(held);
    };
    const content = kubeObjectCache<KubeObject>({ ...codec, decode: open });
    content.addIndex('version', ({ metadata }) => [metadata.resourceVersion]);
    const replace = (version: number): void => {
      const gather = codec.listEncoder(content.objects);
      const objects = many(20, (nth) => `a${nth}@${version}`).map((text) => gather(thing(text)));
      const work = prepareReplace(content, {
        type: 'ReplacedAll',
        objects,
        resourceVersion: String(version),
      });
      for (;;) {
        const before = opened;
        const step = work.next();
        expect(opened - before).toBeLessThanOrEqual(2); // one read of the old object, and one read of the new object
        if (step.done !== true) continue;
        const prepared = opened;
        step.value([]);
        expect(opened).toBe(prepared);
        return;
      }
    };

    replace(1);
    replace(2);
    expect(content.index('version')?.keys('2')).toHaveLength(20);
    expect(opened).toBeGreaterThanOrEqual(40);
  });

  it('should keep no segment for each small list', () => {
    const codec: KubeObjectCodec<KubeObject> = compact().createCodec();
    const content = kubeObjectCache<KubeObject>(codec);
    const list: KubeObject[] = [];
    for (let round = 1; round <= 100; round += 1) {
      list.push(thing(`x/${round}@${round}`));
      const objects = list.map(codec.listEncoder(content.objects));
      const work = prepareReplace(content, { type: 'ReplacedAll', objects, resourceVersion: String(round) });
      for (let step = work.next(); ; step = work.next()) {
        if (step.done !== true) continue;
        step.value([]);
        break;
      }
    }

    expect(content.list()).toEqual(list);
    const { objects } = content;
    if (!(objects instanceof CompactObjects)) throw new Error('they are kept otherwise');
    expect(objects.bytes.dead).toBeLessThan(3 * segmentSize(0));
  });
});

describe('createPauseCheck', () => {
  it('should return true every sixteenth time, with a count of its own', () => {
    const [pause, other] = [createPauseCheck(), createPauseCheck()];
    other();
    const asked = Array.from({ length: 33 }, () => pause());

    expect(asked.flatMap((now, at) => (now ? [at] : []))).toEqual([15, 31]);
  });
});
