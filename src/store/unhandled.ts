import { throwError } from 'rxjs';

/**
 * What nobody listens for goes where RxJS puts it: `config.onUnhandledError`, else it is thrown from a timer, so that
 * it is seen and breaks nothing here.
 */
export function reportUnhandled(error: unknown): void {
  throwError(() => error).subscribe();
}

/** Does something that calls code of the user's; what that throws is unhandled and goes no further. */
export function safely(action: () => void): void {
  try {
    action();
  } catch (error) {
    reportUnhandled(error);
  }
}
