/**
 * A queue of items that serves the clients in turn. If a client has hundreds of items, another client waits only for
 * one of these items.
 */
export class FairQueue<T> {
  /**
   * The waiting items by client, in the order in which the clients are served. The queue moves a client to the end
   * after it has removed an item of the client.
   */
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
   * Removes and returns the oldest item of the next client.
   *
   * @param isServed - returns whether the items of a client may be removed now. By default the items of every client
   * may be removed.
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
