import { describe, expect, it } from '@jest/globals';
import { Subject } from 'rxjs';
import { fc } from '../../support/properties.ts';
import { Budget } from '../../../src/apiserver/http/budget.ts';
import { InitialList } from '../../../src/apiserver/watch/initial-list.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';
import { watch } from '../../../src/apiserver/watch/watch.ts';
import { EventFrames } from '../../../src/apiserver/wire/frames.ts';
import { asyncScheduler } from 'rxjs';

const resource = resourceOf({ group: '', version: 'v1', resource: 'things', kind: 'Thing' });
const keys = ['a/x', 'a/y', 'a-b/x', 'b/x'];

/** Creates watches of one collection. The test decides when the reader of a watch reads. */
function scenario(historySize: number) {
  const storage = new Storage(historySize);
  const collection = storage.collection(resource.id);
  const frames = new EventFrames({ resource, form: 'full', now: () => 0 });
  const life = {
    clock: asyncScheduler,
    timeout: 2_000_000_000,
    bookmarks: false,
    bookmarkInterval: 0,
    bookmarkNow$: new Subject(),
    end$: new Subject(),
    gone$: new Subject(),
  };
  const open = (prefix: string, key?: string) => {
    const received: string[] = [];
    const bytes: Uint8Array[] = [];
    const drain$ = new Subject<void>();
    const state = { writable: true, over: false };
    const selection = {
      prefix,
      key,
      filters: false,
      converts: false,
      hasManyTerms: false,
      matches: matchesOf(key),
    };
    const facts = { storage, collection, selection, frames };
    const from = {
      after: storage.revision,
      initial: new InitialList([], new Budget(0)),
      initialEventsEnd: false,
    };
    const following = watch({ ...facts, ...from }, life, {
      writable: () => state.writable,
      drain$,
    }).subscribe({
      next: (frame) => {
        bytes.push(frame);
        const { object } = JSON.parse(new TextDecoder().decode(frame)) as { object: StoredObject };
        received.push(object.metadata.resourceVersion);
      },
      complete: () => (state.over = true),
    });
    return {
      received,
      bytes,
      state,
      drain$,
      stop: () => following.unsubscribe(),
      concerns: concernsOf(prefix, key),
    };
  };
  const write = (key: string): string =>
    storage.write(resource.id, key, (revision) => {
      const [name = '', namespace = ''] = key.split('/').reverse();
      const metadata = { name, namespace, uid: key, resourceVersion: String(revision) };
      return { kind: 'Thing', apiVersion: 'v1', metadata };
    }).metadata.resourceVersion;
  return { open, write, collection };
}

const concernsOf =
  (prefix: string, only?: string) =>
  (key: string): boolean =>
    key.startsWith(prefix) && (only === undefined || key === only);

const matchesOf =
  (only?: string) =>
  ({ metadata }: StoredObject): boolean =>
    only === undefined || only === `${metadata.namespace}/${metadata.name}`;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ write: fc.constantFrom(...keys) }) },
  fc.record({ toggle: fc.nat(3) }),
);

describe('the watches of a collection', () => {
  it('should each receive every matching write, once and in order, for any reader', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { open, write } = scenario(1000);
        const watches = [open(''), open('a/'), open('b/'), open('a/', 'a/x')];
        const expected = watches.map((): string[] => []);
        for (const one of steps) {
          if ('write' in one) {
            const version = write(one.write);
            watches.forEach(({ concerns }, at) => concerns(one.write) && expected[at]?.push(version));
          } else {
            const watching = watches[one.toggle];
            if (watching === undefined) continue;
            watching.state.writable = !watching.state.writable;
            if (watching.state.writable) watching.drain$.next();
          }
        }
        for (const { state, drain$ } of watches) {
          state.writable = true;
          drain$.next();
        }
        expect(watches.map(({ received }) => received)).toEqual(expected);
        for (const { stop } of watches) stop();
      }),
    );
  });

  it('should receive the writes of one of them during a notification', () => {
    const { open, write, collection } = scenario(10);
    const first = open('');
    const others = [open('a/'), open('a/', 'a/y')];
    let isFirst = true;
    collection.listen(() => {
      if (isFirst) write('a/y');
      isFirst = false;
    });
    const stop = collection.follow(
      { prefix: 'a/', key: undefined },
      {
        note: () => undefined,
        wake: () => isFirst && ((isFirst = false), write('a/y')),
      },
    );
    const version = Number(write('a/x'));

    expect(first.received).toEqual([String(version), String(version + 1)]);
    expect(others.map(({ received }) => received)).toEqual([
      [String(version), String(version + 1)],
      [String(version + 1)],
    ]);
    stop();
    for (const one of [first, ...others]) one.stop();
  });

  it('should end the one that does not read, and no other', () => {
    const { open, write } = scenario(5);
    const [slow, quick, elsewhere] = [open('a/'), open('a/'), open('b/')];
    slow.state.writable = false;
    for (let count = 0; count < 20; count++) write('a/x');

    expect([slow.state.over, quick.state.over, elsewhere.state.over]).toEqual([true, false, false]);
    expect([slow.received.length, quick.received.length]).toEqual([0, 20]);
    write('b/x'); // the watch of namespace b did not fall behind
    expect(elsewhere.received).toHaveLength(1);
    for (const one of [slow, quick, elsewhere]) one.stop();
  });

  it('should share the bytes of an event', () => {
    const { open, write } = scenario(5);
    const watches = Array.from({ length: 10 }, () => open('a/'));
    write('a/x');
    expect(new Set(watches.map(({ bytes }) => bytes[0])).size).toBe(1);
    for (const one of watches) one.stop();
  });

  it('should wake only watches that match a write', () => {
    const { collection, write } = scenario(5);
    const woken: string[] = [];
    for (const prefix of ['', 'a/', 'b/']) {
      collection.follow(
        { prefix, key: undefined },
        {
          note: () => undefined,
          wake: () => void woken.push(prefix),
        },
      );
    }
    write('a/x');
    expect(woken).toEqual(['', 'a/']);
  });
});
