/** What all forms of the queue are to the one who fills and empties them. Each owns its state and changes it. */
export interface Fifo<Event, Popped> {
  /** How many pops would find something. */
  readonly length: number;
  /** Whether all of the first list was handed out; at once, if anything else came before a list (B84, B101). */
  readonly hasSynced: boolean;
  write(event: Event): void;
  /** Takes the oldest; nothing if nothing waits. */
  pop(): Popped | undefined;
}
