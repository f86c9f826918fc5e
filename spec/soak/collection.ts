import type { KubeObject } from 'rx-informer';

/** A pod as the soak has it: a name, a node, and what an object must have. */
export interface SoakPod extends KubeObject {
  readonly spec: { readonly nodeName: string };
}

/** One change, as the server remembers it until it is compacted. */
export interface Entry {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly version: number;
  readonly object: SoakPod;
}

/** What the server knows: objects that come, change and go at random, and a history that is compacted. */
export class Collection {
  readonly live = new Map<string, SoakPod>();
  /** Versions before this one are forgotten. */
  oldest = 0;
  version = 0;
  #history: Entry[] = [];
  readonly #names: readonly string[];
  readonly #random: () => number;

  /** Of eleven names ten are live on average: an object is deleted once in ten of its changes. */
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

  /** What happened after a version; nothing is known where that is older than `oldest`. */
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
