import { throwError } from 'rxjs';

/**
 * What nobody listens for goes where RxJS puts it: `config.onUnhandledError`, else it is thrown from a timer, so that
 * it is seen and breaks nothing here.
 */
export function reportUnhandled(error: unknown): void {
  throwError(() => error).subscribe();
}

/** Calls a listener of the user's; what it throws is unhandled and goes no further. */
export function callSafely<V>(listener: (value: V) => void, value: V): void {
  try {
    listener(value);
  } catch (error) {
    reportUnhandled(error);
  }
}
