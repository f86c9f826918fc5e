import type { KubeObject } from 'rx-informer';

/** A pod of the soak: the required fields of an object, and a node. */
export interface SoakPod extends KubeObject {
  readonly spec: { readonly nodeName: string };
}

/** One change in the server's history, until it is compacted. */
export interface Entry {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly version: number;
  readonly object: SoakPod;
}

/**
 * The state of the server: objects that are created, changed and deleted at random, and a history that is compacted.
 */
export class Collection {
  readonly live = new Map<string, SoakPod>();
  /** Older versions are compacted. */
  oldest = 0;
  version = 0;
  #history: Entry[] = [];
  readonly #names: readonly string[];
  readonly #random: () => number;

  /** On average ten of eleven names exist, because one of ten changes of an object is its delete. */
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

  /** The changes after a version. The result is not complete for a version older than `oldest`. */
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
