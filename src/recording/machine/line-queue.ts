/** What came of a stream of lines: one, its end, or its failure. */
type LineNotification =
  | { readonly kind: 'N'; readonly value: string }
  | { readonly kind: 'C' }
  | { readonly kind: 'E'; readonly error: unknown };

/** Lines that came before they were wanted. The end stays in it. */
export interface LineQueue {
  readonly size: number;
  push(notification: LineNotification): void;
  /** The next line; `undefined` behind the last; throws what the stream failed with. */
  take(): string | undefined;
}

/** An array's `shift` moves all that is behind: with many waiting, that is most of the time. */
const compactFrom = 1_024;

export function createLineQueue(): LineQueue {
  let waiting: LineNotification[] = [];
  let head = 0;

  return {
    get size() {
      return waiting.length - head;
    },
    push: (notification) => void waiting.push(notification),
    take() {
      const first = waiting[head];
      if (first?.kind === 'E') throw first.error;
      if (first?.kind !== 'N') return undefined;
      head++;
      if (head >= compactFrom && head * 2 > waiting.length) {
        waiting = waiting.slice(head);
        head = 0;
      }
      return first.value;
    },
  };
}
