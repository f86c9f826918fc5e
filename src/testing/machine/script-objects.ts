import { keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import { frozen } from '../frozen.ts';
import { isOlder } from './history.ts';

/** The objects of a `sourceScript`, with the resourceVersions that a server would assign. */
export class ScriptObjects<T extends KubeObject> {
  readonly #state: Map<ObjectKey, T>;
  /**
   * The last state of each object. If a later list contains the object with the same content, its version does not
   * change.
   */
  readonly #last: Map<ObjectKey, T>;
  #version = '1';

  constructor() {
    this.#state = new Map();
    this.#last = new Map();
  }

  get version(): string {
    return this.#version;
  }

  get items(): readonly T[] {
    return [...this.#state.values()];
  }

  moveTo(version: string): void {
    this.#version = version;
  }

  /** Adds a write and returns the written object. By default, the object gets the next version. */
  write(given: T, deleted: boolean, version: string = this.#next()): T {
    const { metadata } = given;
    const object = frozen({ ...given, metadata: { ...metadata, resourceVersion: version } });
    if (isOlder(this.#version, version)) this.#version = version;
    const key = keyOf(object);
    for (const objects of [this.#state, this.#last]) {
      if (deleted) objects.delete(key);
      else objects.set(key, object);
    }
    return object;
  }

  /**
   * Begins a list, and forgets the current objects. Next, call `listed` for each object of the list. By default, the
   * list has the current version.
   */
  begin(version: string = this.#version): void {
    this.#version = version;
    this.#state.clear();
  }

  /**
   * Returns an object of a list. An unchanged object keeps its version. A new or changed object counts as
   * written, and gets a new version.
   */
  listed(given: T, version?: string): T {
    const key = keyOf(given);
    const last = this.#last.get(key);
    if (last === undefined || contentOf(last) !== contentOf(given)) return this.write(given, false, version);
    this.#state.set(key, last);
    return last;
  }

  #next(): string {
    return /^[1-9]\d*$/.test(this.#version) ? String(BigInt(this.#version) + 1n) : this.#version;
  }
}

/** Returns all fields except the resourceVersion, as JSON. */
function contentOf({ metadata, ...rest }: KubeObject): string {
  return JSON.stringify({ ...rest, metadata: { ...metadata, resourceVersion: '' } });
}
