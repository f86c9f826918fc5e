/**
 * Calls back once timers, input and output have had their turn: between two slices of long work.
 *
 * `setImmediate` where there is one (Node, Deno, Bun: 1 µs), else a message to oneself (browsers, where a timer would
 * cost 4 ms), else a timer. A microtask would not do: nothing else gets in before it (PF9). The means is looked up
 * at each call, so fake timers work. Afterwards, or once cancelled, nothing is left that keeps a process alive.
 *
 * @returns cancels; does nothing afterwards
 *
 * @example
 * ```ts
 * const cancel = yieldToEventLoop(() => nextSlice());
 * ```
 */
export function yieldToEventLoop(callback: () => void): () => void {
  const { setImmediate, clearImmediate, MessageChannel } = globalThis as unknown as Means;
  if (setImmediate !== undefined && clearImmediate !== undefined) {
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  }
  if (MessageChannel === undefined) {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }

  // A channel of its own for each call: it is closed at once, so no open port outlives it.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(undefined);
  return () => port1.close();
}

/** What a runtime may offer; said here because the core knows neither Node's types nor that they are absent. */
interface Means {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly clearImmediate?: (immediate: unknown) => void;
  readonly MessageChannel?: typeof MessageChannel;
}
