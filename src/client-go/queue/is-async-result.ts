import { isObservable, type ObservableInput } from 'rxjs';
import { isThenable } from '../../objects/index.ts';

/** Returns whether the queue has to wait for a result of `process` (PF18). */
export function isAsyncResult(result: unknown): result is ObservableInput<unknown> {
  return isObservable(result) || isThenable(result);
}
