/** Whether it has a `then`, as a promise has: that of another realm or library too. */
export function isThenable(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as { then?: unknown } | null | undefined)?.then === 'function';
}
