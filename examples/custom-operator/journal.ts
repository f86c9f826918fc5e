import {
  concatMap,
  defer,
  endWith,
  ignoreElements,
  type MonoTypeOperatorFunction,
  type ObservableInput,
  of,
} from 'rxjs';
import type { Delta, Deltas, KubeObject } from 'rx-informer';

/**
 * Writes the deltas of a pop, and then emits them. Handles one pop at a time. If `write` fails, the stream ends with
 * the same error. The operator belongs between queue and store.
 */
export function journal<T extends KubeObject>(
  write: (line: string) => ObservableInput<unknown>,
): MonoTypeOperatorFunction<Deltas<T>> {
  return concatMap((deltas) => {
    // Omits bookmarks, because a bookmark contains only a resourceVersion and no change.
    const lines = deltas.filter(({ type }) => type !== 'Bookmark').map(describe);
    if (lines.length === 0) return of(deltas);
    return defer(() => write(lines.join(', '))).pipe(ignoreElements(), endWith(deltas));
  });
}

function describe<T extends KubeObject>(delta: Delta<T>): string {
  if (delta.type === 'ReplacedAll') return `ReplacedAll by ${delta.objects.length}`;
  return 'key' in delta ? `${delta.type} ${delta.key}` : delta.type;
}
