/** Who reads the history of a part of a collection. */
export interface Follower {
  /** A write at this position of the log is to that part; said of each, before anybody is woken. */
  note(position: number): void;
  /** There is something to read. */
  wake(): void;
}

/** A part of a collection: one key, or those with a prefix, which is a namespace's or empty for all. */
export interface Part {
  readonly prefix: string;
  readonly key: string | undefined;
}

/** Followers by the part that they follow: a write costs what those cost whom it concerns, however many others there are. */
export class Followers {
  readonly #byPart = new Map<string, Set<Follower>>();

  /** @returns what takes it out again */
  add({ prefix, key = prefix }: Part, follower: Follower): () => void {
    const followers = this.#byPart.get(key) ?? new Set();
    this.#byPart.set(key, followers.add(follower));
    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#byPart.get(key) === followers) this.#byPart.delete(key);
    };
  }

  /** Those whom a write to a key concerns; they may come and go while they are looked at. */
  of(key: string): readonly Follower[] {
    const namespace = key.slice(0, key.indexOf('/') + 1);
    const parts = namespace === '' ? ['', key] : ['', namespace, key];
    return parts.flatMap((part) => [...(this.#byPart.get(part) ?? [])]);
  }
}
