import type { KubeObject } from 'rx-informer';
import type { Write } from './step.ts';

/** One version of one object. Each response contains a new object that is made from this state. */
export interface State {
  readonly key: string;
  readonly uid: string;
  readonly version: number;
  readonly color: string;
}

/** A watch event of the virtual server. */
export interface Event {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly state: State;
}

/**
 * A server with one collection and its whole history. The model test compares the library with the state of this
 * server.
 */
export class VirtualServer {
  version = 10;
  /** The oldest version that the server remembers. The server refuses a watch from an older version. */
  forgotten = 0;
  readonly log: Event[] = [];
  readonly live = new Set<(event: Event) => void>();
  /** The content of the collection at each version, as text. */
  readonly contents = new Map<number, string>([[10, '']]);
  /** All states that objects have had, as text. */
  readonly states = new Set<string>();
  readonly finalStates = new Set<string>();
  readonly goneUids = new Set<string>();
  #objects = new Map<string, State>();
  readonly #unsent: Event[] = [];
  #isTelling = false;
  #uids = 0;

  write({ op, key, color }: Write): void {
    const old = this.#objects.get(key);
    if (op === 'put') this.#put(old, key, color);
    else if (old !== undefined) {
      this.#delete(old);
      if (op === 'recreate') this.#put(this.#objects.get(key), key, color);
    }
  }

  /** Increases the version without a change of this collection. A write to another collection has this effect. */
  elsewhere(): void {
    this.#note(this.version + 1);
  }

  get objects(): readonly State[] {
    return [...this.#objects.values()];
  }

  /** Returns the objects of the collection at a version. */
  at(version: number): readonly State[] {
    if (version >= this.version) return this.objects;
    const objects = new Map<string, State>();
    for (const { type, state } of this.log) {
      if (state.version > version) break;
      if (type === 'DELETED') objects.delete(state.key);
      else objects.set(state.key, state);
    }
    return [...objects.values()];
  }

  #put(old: State | undefined, key: string, color: string): void {
    const uid = old?.uid ?? `u${++this.#uids}`;
    const state = { key, uid, version: this.version + 1, color };
    this.#objects.set(key, state);
    this.#happen({ type: old === undefined ? 'ADDED' : 'MODIFIED', state });
  }

  #delete(old: State): void {
    this.#objects.delete(old.key);
    const state = { ...old, version: this.version + 1 };
    this.finalStates.add(wordsOf(state));
    this.goneUids.add(old.uid);
    this.#happen({ type: 'DELETED', state });
  }

  #happen(event: Event): void {
    this.states.add(wordsOf(event.state));
    this.log.push(event);
    this.#note(event.state.version);
    this.#unsent.push(event);
    if (this.#isTelling) return; // a write within a callback waits, so that all watches have one order of events
    this.#isTelling = true;
    for (let next = this.#unsent.shift(); next !== undefined; next = this.#unsent.shift()) {
      for (const send of [...this.live]) send(next);
    }
    this.#isTelling = false;
  }

  #note(version: number): void {
    this.version = version;
    this.contents.set(version, contentOf(this.#objects.values()));
  }
}

/** Returns the Kubernetes object for a state, as a response contains it. */
export function objectOf({ key, uid, version, color }: State): KubeObject {
  const [first = '', second] = key.split('/');
  const name = second ?? first;
  const metadata = { name, uid, resourceVersion: `${version}`, labels: { color } };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: second === undefined ? metadata : { ...metadata, namespace: first },
  };
}

export const keyIn = ({ metadata: { name, namespace } }: KubeObject): string =>
  namespace === undefined ? name : `${namespace}/${name}`;

export const versionIn = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);

export const colorIn = ({ metadata }: KubeObject): string => metadata.labels?.['color'] ?? '';

const wordsOf = ({ key, uid, version, color }: State): string => `${key}#${uid}@${version} ${color}`;

/** Returns an object as text, in the format that `wordsOf` uses for a state. */
export const inWords = (object: KubeObject): string =>
  `${keyIn(object)}#${object.metadata.uid}@${object.metadata.resourceVersion} ${colorIn(object)}`;

const contentOf = (states: Iterable<State>): string => [...states].map(wordsOf).sort().join(', ');

/** Returns a collection as text, sorted by the text of each object. */
export const allInWords = (objects: Iterable<KubeObject>): string =>
  [...objects].map(inWords).sort().join(', ');
