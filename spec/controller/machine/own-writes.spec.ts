import { expect, it } from '@jest/globals';
import type { IndexedStore, KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { OwnWrites } from '../../../src/controller/machine/own-writes.ts';
import { fc } from '../../support/properties.ts';

const keys = ['a', 'b', 'c'] as const;
const key = fc.constantFrom(...keys);
const step = fc.oneof(
  fc.record({ op: fc.constantFrom('write' as const, 'delete' as const), key, isOwn: fc.boolean() }),
  fc.record({ op: fc.constant('deliver' as const), count: fc.integer({ min: 1, max: 4 }) }),
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

  deliver(count: number): void {
    for (const { key: name, object, version } of this.#events.splice(0, count)) {
      if (object === undefined) this.stored.delete(name);
      else this.stored.set(name, object);
      this.#storedVersion = version;
    }
  }
}

it('should never show a state from before an own write, and show the store once it has caught up (G26)', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = new DelayedStore();
      const store = new Proxy({} as IndexedStore<KubeObject>, {
        get: (_target, name) => Reflect.get(world.store, name) as unknown,
      });
      const late: string[] = [];
      const own = new OwnWrites({
        store,
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
          world.delete(one.key);
          if (one.isOwn) {
            own.deleted(one.key);
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
