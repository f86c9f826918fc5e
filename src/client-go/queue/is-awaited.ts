import { isObservable, type ObservableInput } from 'rxjs';
import { isThenable } from '../../objects/index.ts';

/** Only what is thenable or observable is waited for (PF18). */
export function isAwaited(result: unknown): result is ObservableInput<unknown> {
  return isObservable(result) || isThenable(result);
}
