import { fromEventPattern, type Observable } from 'rxjs';

/** Emits, within the write, whenever storage or one of its collections tells of one. */
export function writesTo(source: { listen(listener: () => void): () => void }): Observable<unknown> {
  return fromEventPattern(
    (wake) => source.listen(() => wake(undefined)),
    (_, stop: () => void) => stop(),
  );
}
