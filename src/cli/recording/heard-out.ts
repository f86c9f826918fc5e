import { defer, finalize, type Observable, tap } from 'rxjs';
import type { KubeObject } from '../../objects/index.ts';
import type { ListerWatcher } from '../../source/index.ts';

/**
 * Wraps a source, and detects a request that is unsubscribed before its end.
 *
 * @param onLeft - called when a request is unsubscribed before its end
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
    // A probe of the server's version ends with its first page.
    list: (options, hooks) => heard(source.list(options, hooks), () => options?.limit === 1),
    watch: (options, hooks) => heard(source.watch(options, hooks)),
  };
}
