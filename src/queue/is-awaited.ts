import { isObservable, type ObservableInput } from 'rxjs';

/** Only what is thenable or observable is waited for (PF18). */
export function isAwaited(result: unknown): result is ObservableInput<unknown> {
  return (
    isObservable(result) || typeof (result as { then?: unknown } | null | undefined)?.then === 'function'
  );
}
