import { throwError } from 'rxjs';

/**
 * Reports an error that no subscriber handles, as RxJS does: to `config.onUnhandledError`, or else by a throw from a timer. So the
 * caller is not interrupted.
 */
export function reportUnhandledError(error: unknown): void {
  throwError(() => error).subscribe();
}

/** Calls a function of the user. An error that it throws is reported as unhandled; the caller continues. */
export function runGuarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportUnhandledError(error);
  }
}
