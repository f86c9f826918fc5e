import { defer, finalize, type Observable, tap } from 'rxjs';
import type { KubeObject } from '../../objects/index.ts';
import type { ListerWatcher } from '../../source/index.ts';

/**
 * Wraps a ListerWatcher, and detects each request that the caller cancels.
 *
 * @param onCancelled - called when the caller unsubscribes from a request before the end of the request
 */
export function withCancelDetection(
  source: ListerWatcher<KubeObject>,
  onCancelled: () => void,
): ListerWatcher<KubeObject> {
  const detected = <V>(answer$: Observable<V>, isEnd?: () => boolean): Observable<V> =>
    defer(() => {
      let ended = false;
      const end = (): void => void (ended = true);
      return answer$.pipe(
        tap({ next: () => (ended ||= isEnd?.() === true), error: end, complete: end }),
        finalize(() => {
          if (!ended) onCancelled();
        }),
      );
    });
  return {
    // The reflector reads the server's current resourceVersion with a list request with the limit 1. This
    // request ends with its first page.
    list: (options, hooks) => detected(source.list(options, hooks), () => options?.limit === 1),
    watch: (options, hooks) => detected(source.watch(options, hooks)),
  };
}
