/** One way to hold a collection. */
export interface Variant {
  /** Fetches all there is. Resolves with the number of objects held, when the last is in. */
  sync(server: string): Promise<number>;
  /** Takes in watch events from then on, and calls after each. */
  watch(server: string, onEvent: () => void): void;
}
