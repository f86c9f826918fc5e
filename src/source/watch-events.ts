import { concatMap, defer, type Observable } from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import type { IncidentListener, WatchEvent } from './lister-watcher.ts';
import type { DecodeSettings } from './machine/decode-settings.ts';
import { createEventReader } from './machine/event-reader.ts';
import type { KubeRequest, Transport } from './transport.ts';

/**
 * The events of one watch. What a chunk brings is emitted in one go, and decoded as it is emitted: nothing more of it is
 * after an unsubscribe.
 */
export function watchEvents<T extends KubeObject>(
  transport: Transport,
  request: KubeRequest,
  settings: DecodeSettings,
  onIncident: IncidentListener,
): Observable<WatchEvent<T>> {
  return defer(() => {
    const reader = createEventReader(settings, onIncident);
    return transport.open(request).pipe(concatMap((chunk) => reader.read(chunk) as Generator<WatchEvent<T>>));
  });
}
