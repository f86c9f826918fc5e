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
 * Between queue and store: each change is written before anybody hears of it, one at a time. What cannot be written ends
 * the line, as an error.
 */
export function journal<T extends KubeObject>(
  write: (line: string) => ObservableInput<unknown>,
): MonoTypeOperatorFunction<Deltas<T>> {
  return concatMap((deltas) => {
    // A bookmark says how far the store is; there is nothing in it to keep.
    const lines = deltas.filter(({ type }) => type !== 'Bookmark').map(describe);
    if (lines.length === 0) return of(deltas);
    return defer(() => write(lines.join(', '))).pipe(ignoreElements(), endWith(deltas));
  });
}

function describe<T extends KubeObject>(delta: Delta<T>): string {
  if (delta.type === 'ReplacedAll') return `ReplacedAll by ${delta.objects.length}`;
  return 'key' in delta ? `${delta.type} ${delta.key}` : delta.type;
}
