import { defer, finalize, type Observable, tap } from 'rxjs';
import type { KubeObject } from '../../objects/index.ts';
import type { ListerWatcher } from '../../source/index.ts';

/**
 * A source whose requests are to be heard out.
 *
 * @param onLeft - hears that one was given up before its end
 */
export function heardOut(source: ListerWatcher<KubeObject>, onLeft: () => void): ListerWatcher<KubeObject> {
  const heard = <V>(answer$: Observable<V>, isEnd?: () => boolean): Observable<V> =>
    defer(() => {
      let ended = false;
      const end = (): void => void (ended = true);
      return answer$.pipe(
        tap({ next: () => (ended ||= isEnd?.() === true), error: end, complete: end }),
        finalize(() => {
          if (!ended) onLeft();
        }),
      );
    });
  return {
    list: (options, hooks) => heard(source.list(options, hooks), () => options?.limit === 1), // of a check one page is all
    watch: (options, hooks) => heard(source.watch(options, hooks)),
  };
}
