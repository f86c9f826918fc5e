import { expect, it } from '@jest/globals';
import { type IndexedStore, keyOf, type KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { OwnWrites } from '../../../src/controller/machine/own-writes.ts';
import { fc } from '../../support/properties.ts';

const keys = ['a', 'b', 'c'] as const;
const key = fc.constantFrom(...keys);
const writingOf = (name: fc.Arbitrary<string>) =>
  fc.record({ op: fc.constantFrom('write' as const, 'delete' as const), key: name, isOwn: fc.boolean() });
const delivery = fc.record({ op: fc.constant('deliver' as const), count: fc.integer({ min: 1, max: 4 }) });
const step = fc.oneof(writingOf(key), delivery);
/**
 * Few steps for one key, because each later change of the key hides a missed change. The steps also break the watch, so
 * that the store misses writes. An answer of the server can come late.
 */
const faultyStep = fc.oneof(
  { weight: 4, arbitrary: writingOf(fc.constant('a')) },
  { weight: 2, arbitrary: delivery },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('answer' as const), index: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('relist' as const) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('run' as const) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('wait' as const), ms: fc.constantFrom(50, 150) }) },
);

/** A server that gives each write a version, and a store. The store receives the writes later, in the same order. */
class DelayedStore {
  readonly server = new Map<string, KubeObject>();
  readonly stored = new Map<string, KubeObject>();
  readonly #events: {
    readonly key: string;
    readonly object: KubeObject | undefined;
    readonly version: number;
  }[] = [];
  #version = 1;
  #storedVersion = 1;
  #uid = 0;

  get version(): number {
    return this.#version;
  }

  get store(): IndexedStore<KubeObject> {
    const { stored } = this;
    const storedVersion = String(this.#storedVersion);
    return {
      get: (name: string) => stored.get(name),
      list: () => [...stored.values()],
      listKeys: () => [...stored.keys()],
      hasSynced: true,
      resourceVersion: storedVersion,
    } as unknown as IndexedStore<KubeObject>;
  }

  /** A store that always has the current state. */
  get liveStore(): IndexedStore<KubeObject> {
    return new Proxy({} as IndexedStore<KubeObject>, {
      get: (_target, name) => Reflect.get(this.store, name) as unknown,
    });
  }

  write(name: string): KubeObject {
    const uid = this.server.get(name)?.metadata.uid ?? `uid-${this.#uid++}`;
    const object = kubeObject(name, { metadata: { uid, resourceVersion: String(++this.#version) } });
    this.server.set(name, object);
    this.#events.push({ key: name, object, version: this.#version });
    return object;
  }

  delete(name: string): void {
    if (!this.server.delete(name)) return;
    this.#events.push({ key: name, object: undefined, version: ++this.#version });
  }

  /** Delivers writes to the store, as a watch does. Returns the keys of the changes. */
  deliver(count: number): readonly string[] {
    const events = this.#events.splice(0, count);
    for (const { key: name, object, version } of events) {
      if (object === undefined) this.stored.delete(name);
      else this.stored.set(name, object);
      this.#storedVersion = version;
    }
    return events.map(({ key: name }) => name);
  }

  /** Replaces the content of the store by the content of the server. Returns the keys of the changes. */
  relist(): readonly string[] {
    const changed = keys.filter((name) => this.stored.get(name) !== this.server.get(name));
    this.#events.length = 0;
    this.stored.clear();
    for (const [name, object] of this.server) this.stored.set(name, object);
    this.#storedVersion = this.#version;
    return changed;
  }
}

it('should never show a state from before an own write, and show the store once it has caught up (G26)', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = new DelayedStore();
      const late: string[] = [];
      const own = new OwnWrites({
        store: world.liveStore,
        timeout: 1_000,
        now: () => 0,
        onLate: (name) => late.push(name),
        onKept: () => undefined,
        onMissed: () => undefined,
      });
      /** The state and the version of each key right after the newest own write of this key. */
      const lastOwn = new Map<
        string,
        { readonly object: KubeObject | undefined; readonly version: number }
      >();

      for (const one of steps) {
        if (one.op === 'deliver') world.deliver(one.count);
        else if (one.op === 'write') {
          const object = world.write(one.key);
          if (one.isOwn) {
            own.wrote(object);
            lastOwn.set(one.key, { object, version: world.version });
          }
        } else if (world.server.has(one.key)) {
          const uid = own.get(one.key)?.metadata.uid;
          world.delete(one.key);
          if (one.isOwn) {
            own.deleted(one.key, uid);
            lastOwn.set(one.key, { object: undefined, version: world.version });
          }
        }
        for (const name of keys) {
          const seen = own.get(name);
          const after = lastOwn.get(name);
          if (after === undefined) {
            expect(seen).toBe(world.stored.get(name));
            continue;
          }
          if (seen !== undefined && after.object !== undefined)
            expect(Number(seen.metadata.resourceVersion)).toBeGreaterThanOrEqual(after.version);
          // If the object is absent after an own write, the store must have received a later version.
          if (seen === undefined && after.object !== undefined)
            expect(Number(world.store.resourceVersion)).toBeGreaterThan(after.version);
        }
        expect(own.list().length).toBe(own.listKeys().length);
      }
      world.deliver(1_000);
      for (const name of keys) expect(own.get(name)).toBe(world.server.get(name));
      expect(own.list()).toEqual([...world.stored.values()]);
      expect(late).toEqual([]);
    }),
  );
});

it('should emit a change for each key whose last read differs from the server, unless the store emits one', () => {
  fc.assert(
    fc.property(fc.array(faultyStep, { maxLength: 12 }), (steps) => {
      const world = new DelayedStore();
      const requested = new Set<string>();
      const request = (names: readonly string[]): void => names.forEach((name) => requested.add(name));
      let time = 0;
      const own = new OwnWrites({
        store: world.liveStore,
        timeout: 100,
        now: () => time,
        onLate: () => undefined,
        onKept: () => undefined,
        onMissed: ({ key: name }) => requested.add(name),
      });
      /** The last state of each key that a run knows: the state that it has read, or its last write. */
      const lastRead = new Map<string, KubeObject | undefined>();
      /** The answers that have not come yet, with the key of the run that waits for the answer. */
      const answers: { readonly name: string; readonly arrive: () => void }[] = [];
      const run = (): void => {
        // A key that waits for an answer has no second run.
        const waiting = new Set(answers.map(({ name }) => name));
        for (const name of [...requested].filter((one) => !waiting.has(one))) {
          requested.delete(name);
          lastRead.set(name, own.get(name));
        }
      };
      const answerWrite = (object: KubeObject): void => {
        lastRead.set(keyOf(object), object);
        own.wrote(object);
      };
      const answerDelete = (name: string, uid: string | undefined): void => {
        lastRead.set(name, undefined);
        own.deleted(name, uid);
      };

      for (const one of steps) {
        if (one.op === 'deliver') request(world.deliver(one.count));
        else if (one.op === 'relist') request(world.relist());
        else if (one.op === 'run') run();
        else if (one.op === 'wait') {
          time += one.ms;
          own.drop();
        } else if (one.op === 'answer') answers.splice(one.index, 1)[0]?.arrive();
        else if (one.op === 'write') {
          const object = world.write(one.key);
          if (one.isOwn) answers.push({ name: one.key, arrive: () => answerWrite(object) });
        } else if (world.server.has(one.key)) {
          const uid = own.get(one.key)?.metadata.uid;
          world.delete(one.key);
          if (one.isOwn) answers.push({ name: one.key, arrive: () => answerDelete(one.key, uid) });
        }
      }
      for (const { arrive } of answers.splice(0)) arrive();
      request(world.relist());
      own.drop();
      run();
      own.drop();
      run();
      expect(own.size).toBe(0);
      for (const name of keys) expect(lastRead.get(name)).toBe(world.server.get(name));
    }),
    { numRuns: 3_000 },
  );
});
