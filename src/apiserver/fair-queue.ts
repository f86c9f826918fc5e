/**
 * A queue of items that serves the clients in turn: a client with hundreds of items delays another client by one item.
 */
export class FairQueue<T> {
  /** In the order in which the clients are served. A client that was served moves to the end. */
  readonly #waiting = new Map<string, Set<T>>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(client: string, item: T): void {
    const items = this.#waiting.get(client);
    if (items === undefined) this.#waiting.set(client, new Set([item]));
    else items.add(item);
  }

  delete(client: string, item: T): void {
    const items = this.#waiting.get(client);
    if (items?.delete(item) === true && items.size === 0) this.#waiting.delete(client);
  }

  /**
   * Removes the oldest item of the next client.
   *
   * @param isServed - checks whether items of a client may be taken now; default: of all clients
   */
  next(isServed: (client: string) => boolean = () => true): readonly [client: string, item: T] | undefined {
    for (const [client, items] of this.#waiting) {
      if (!isServed(client)) continue;
      this.#waiting.delete(client);
      for (const item of items) {
        items.delete(item);
        if (items.size > 0) this.#waiting.set(client, items);
        return [client, item];
      }
    }
    return undefined;
  }
}
