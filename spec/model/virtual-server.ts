import type { KubeObject } from 'rx-informer';
import type { Write } from './step.ts';

/** One state of one object. Each message contains a new object that is made from the state. */
export interface State {
  readonly key: string;
  readonly uid: string;
  readonly version: number;
  readonly color: string;
}

/** An event of a watch. */
export interface Event {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly state: State;
}

/** One collection and its whole history. The server knows the true state. */
export class VirtualServer {
  version = 10;
  /** The oldest version that the server remembers. A watch from an older version is refused. */
  forgotten = 0;
  readonly log: Event[] = [];
  readonly live = new Set<(event: Event) => void>();
  /** The content of the collection at each version, as text. */
  readonly contents = new Map<number, string>([[10, '']]);
  /** All states that objects have had, as texts. */
  readonly states = new Set<string>();
  readonly finalStates = new Set<string>();
  readonly goneUids = new Set<string>();
  #objects = new Map<string, State>();
  readonly #untold: Event[] = [];
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

  /** Increases the version, as a write to another collection does. */
  elsewhere(): void {
    this.#note(this.version + 1);
  }

  get objects(): readonly State[] {
    return [...this.#objects.values()];
  }

  /** Returns the objects at a version. */
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
    this.#untold.push(event);
    if (this.#isTelling) return; // a write in a callback waits, so that all watches have one order
    this.#isTelling = true;
    for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) {
      for (const tell of [...this.live]) tell(next);
    }
    this.#isTelling = false;
  }

  #note(version: number): void {
    this.version = version;
    this.contents.set(version, contentOf(this.#objects.values()));
  }
}

/** Returns the object of a message for a state. */
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

/** Returns an object as text, in the same format as the text of a state. */
export const inWords = (object: KubeObject): string =>
  `${keyIn(object)}#${object.metadata.uid}@${object.metadata.resourceVersion} ${colorIn(object)}`;

const contentOf = (states: Iterable<State>): string => [...states].map(wordsOf).sort().join(', ');

/** Returns a collection as text, sorted by object. */
export const allInWords = (objects: Iterable<KubeObject>): string =>
  [...objects].map(inWords).sort().join(', ');
