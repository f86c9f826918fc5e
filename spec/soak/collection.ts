import type { KubeObject } from 'rx-informer';

/** A pod of the soak test: the required fields of an object, and a node. */
export interface SoakPod extends KubeObject {
  readonly spec: { readonly nodeName: string };
}

/** A change in the history of the server. A compaction removes old changes. */
export interface Entry {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly version: number;
  readonly object: SoakPod;
}

/**
 * The collection of the test server. The collection creates, changes and deletes objects at random, and keeps a
 * history, which can be compacted.
 */
export class Collection {
  readonly live = new Map<string, SoakPod>();
  /** The oldest version in the history. Older versions are compacted. */
  oldest = 0;
  version = 0;
  #history: Entry[] = [];
  readonly #names: readonly string[];
  readonly #random: () => number;

  /**
   * The number of names is 1.1 times `liveKeys`, because one of ten changes of an object deletes it. On average, ten
   * of eleven names exist.
   */
  constructor(liveKeys: number, random: () => number) {
    this.#names = Array.from({ length: Math.ceil(liveKeys * 1.1) }, (_, at) => `pod-${at}`);
    this.#random = random;
  }

  change(): Entry {
    const name = this.#names[Math.floor(this.#random() * this.#names.length)] ?? 'pod-0';
    const before = this.live.get(name);
    const version = ++this.version;
    const type = before === undefined ? 'ADDED' : this.#random() < 0.1 ? 'DELETED' : 'MODIFIED';
    const object: SoakPod = {
      metadata: {
        name,
        namespace: 'soak',
        uid: before?.metadata.uid ?? `uid-${version}`,
        resourceVersion: String(version),
      },
      spec: { nodeName: type === 'DELETED' && before ? before.spec.nodeName : `node-${version % 10}` },
    };
    if (type === 'DELETED') this.live.delete(name);
    else this.live.set(name, object);
    const entry = { type, version, object } as const;
    this.#history.push(entry);
    return entry;
  }

  /** Returns the changes after a version. For a version older than `oldest`, changes are missing. */
  since(version: number): readonly Entry[] {
    return this.#history.filter((entry) => entry.version > version);
  }

  compact(version: number): void {
    this.oldest = version;
    this.#history = this.#history.filter((entry) => entry.version > version);
  }

  get remembered(): number {
    return this.#history.length;
  }
}
