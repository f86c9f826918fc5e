import { isObservable, type ObservableInput } from 'rxjs';
import { isThenable } from '../../objects/index.ts';

/** Whether a result of `process` has to be waited for (PF18). */
export function isAsyncResult(result: unknown): result is ObservableInput<unknown> {
  return isObservable(result) || isThenable(result);
}
