import { throwError } from 'rxjs';

/**
 * Reports an error that no subscriber handles, as RxJS does. RxJS calls `config.onUnhandledError`, or throws
 * the error from a timer. So the caller of this function is not interrupted.
 */
export function reportUnhandledError(error: unknown): void {
  throwError(() => error).subscribe();
}

/** Calls a function of the user. If the function throws, the error is reported as unhandled, and the caller continues. */
export function runGuarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportUnhandledError(error);
  }
}
