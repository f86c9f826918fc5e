import { describe, expect, it } from '@jest/globals';
import { Budget } from '../../../src/apiserver/http/budget.ts';
import { InitialList } from '../../../src/apiserver/watch/initial-list.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';
import { Watcher } from '../../../src/apiserver/watch/watcher.ts';
import { EventFrames } from '../../../src/apiserver/wire/frames.ts';

const resource = resourceOf({ group: '', version: 'v1', resource: 'things', kind: 'Thing' });

describe('Watcher', () => {
  it('should not report its initial list as complete once the history has passed it', () => {
    const storage = new Storage(2);
    const write = (name: string): StoredObject =>
      storage.write(resource.id, name, (revision): StoredObject => {
        const metadata = { name, uid: name, resourceVersion: String(revision) };
        return { kind: 'Thing', apiVersion: 'v1', metadata };
      });
    const initial = new InitialList([write('a'), write('b')], new Budget(2));
    const watcher = new Watcher({
      storage,
      collection: storage.collection(resource.id),
      selection: {
        prefix: '',
        key: undefined,
        filters: false,
        converts: false,
        hasManyTerms: false,
        matches: () => true,
      },
      frames: new EventFrames({ resource, form: 'full', now: () => 0 }),
      after: storage.revision,
      initial,
      initialEventsEnd: true,
    });

    expect(watcher.next()).toBeInstanceOf(Uint8Array);
    for (const name of ['c', 'd', 'e', 'f']) write(name);
    watcher.expire();

    expect(watcher.next()).toBe('end');
    expect(watcher.next()).toBe('end');
  });

  it('should check one write at a time, whether the watch sends it or not', () => {
    const storage = new Storage(100);
    const after = storage.revision;
    const names = ['no', 'no', 'yes', 'no'];
    for (const name of names) {
      storage.write(resource.id, name, (revision): StoredObject => {
        const metadata = { name, uid: name, resourceVersion: String(revision) };
        return { kind: 'Thing', apiVersion: 'v1', metadata };
      });
    }
    let looks = 0;
    const matches = ({ metadata }: StoredObject): boolean => {
      looks++;
      return metadata.name === 'yes';
    };
    const watcher = new Watcher({
      storage,
      collection: storage.collection(resource.id),
      selection: { prefix: '', key: undefined, filters: true, converts: true, hasManyTerms: false, matches },
      frames: new EventFrames({ resource, form: 'full', now: () => 0 }),
      after,
      initial: new InitialList([], new Budget(0)),
      initialEventsEnd: false,
    });

    const results = Array.from({ length: 5 }, () => {
      const before = looks;
      const frame = watcher.next();
      expect(looks - before).toBeLessThanOrEqual(2); // one read of the object, and one read of its previous state
      return typeof frame === 'object' ? 'frame' : frame;
    });

    expect(results).toEqual(['skipped', 'skipped', 'frame', 'skipped', undefined]);
  });
});
