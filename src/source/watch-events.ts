import type { Observable } from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import { lateAnswerIncident } from './late-answer.ts';
import type { IncidentListener, WatchEvent } from './lister-watcher.ts';
import type { DecodeSettings } from './machine/decode-settings.ts';
import { createEventReader } from './machine/event-reader.ts';
import { readInSlices } from './read-in-slices.ts';
import type { KubeRequest, Transport } from './transport.ts';

/**
 * The events of one watch. Each is decoded as it is emitted: nothing more of a chunk is after an unsubscribe. A chunk of
 * many events is decoded in slices, and the transport is asked to read no further meanwhile.
 */
export function watchEvents<T extends KubeObject>(
  transport: Transport,
  request: KubeRequest,
  settings: DecodeSettings,
  onIncident: IncidentListener,
): Observable<WatchEvent<T>> {
  return readInSlices(
    (paused$) =>
      transport.open({ ...request, paused$, onLateAnswer: lateAnswerIncident(request, onIncident) }),
    () =>
      createEventReader(settings, onIncident).read as (
        chunk: Uint8Array,
      ) => Iterable<WatchEvent<T> | undefined>,
  );
}
