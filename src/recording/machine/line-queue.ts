import { ChunkedList } from '../../objects/index.ts';

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

export function createLineQueue(): LineQueue {
  const waiting = new ChunkedList<LineNotification>();

  return {
    get size() {
      return waiting.size;
    },
    push: (notification) => waiting.push(notification),
    take() {
      const first = waiting.peek();
      if (first?.kind === 'E') throw first.error;
      if (first?.kind !== 'N') return undefined;
      waiting.shift();
      return first.value;
    },
  };
}
