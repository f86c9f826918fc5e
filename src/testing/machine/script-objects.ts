import { keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import { frozen } from '../frozen.ts';
import { isOlder } from './history.ts';

/** The state that a script has told of so far, at the versions that a server would have given. */
export class ScriptObjects<T extends KubeObject> {
  readonly #state: Map<ObjectKey, T>;
  /** As each object was told last: one that a later list shows with the same content is no new version. */
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

  /** From here on the collection is at this version. */
  moveTo(version: string): void {
    this.#version = version;
  }

  /** As a write leaves it: one version later, unless the version is given. */
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

  /** A list begins, perhaps at a version that is given: what it does not show is gone. */
  begin(version: string = this.#version): void {
    this.#version = version;
    this.#state.clear();
  }

  /** As a list shows it: what was told before is as it was, what is new was written meanwhile. */
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

/** All but the version. */
function contentOf({ metadata, ...rest }: KubeObject): string {
  return JSON.stringify({ ...rest, metadata: { ...metadata, resourceVersion: '' } });
}
