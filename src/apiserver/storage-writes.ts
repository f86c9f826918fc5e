import { fromEventPattern, type Observable } from 'rxjs';
import type { StorageEvent } from './storage/storage-event.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Emits whenever a storage, a collection or the catalog reports a change. The emission is synchronous, during the
 * write.
 */
export function writesTo(source: { listen(listener: () => void): () => void }): Observable<unknown> {
  return fromEventPattern(
    (wake) => source.listen(() => wake(undefined)),
    (_, stop: () => void) => stop(),
  );
}

/** Emits each write of a storage. The emission is synchronous, during the write. */
export function storageEvents(
  storage: Storage,
): Observable<{ readonly id: string; readonly event: StorageEvent }> {
  return fromEventPattern(
    (notify) => storage.observe((id, event) => notify({ id, event })),
    (_, stop: () => void) => stop(),
  );
}
