import { throwError } from 'rxjs';

/**
 * Reports an error that no subscriber handles as RxJS does: to `config.onUnhandledError`, else it is thrown from a timer, so
 * that it is seen and breaks nothing here.
 */
export function reportUnhandledError(error: unknown): void {
  throwError(() => error).subscribe();
}

/** Calls a function of the user's. What it throws is reported as unhandled, and goes no further. */
export function runGuarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportUnhandledError(error);
  }
}
