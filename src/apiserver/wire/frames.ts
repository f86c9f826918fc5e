import type { StoredObject } from '../json.ts';
import type { Status } from '../status/status.ts';
import type { StorageEvent } from '../storage/storage-event.ts';
import { RecentValues } from '../recent-values.ts';
import { encode } from './encode.ts';
import { isTable, shown, typeShown, type View } from './form.ts';

/** The type of a watch event that contains an object of the resource. */
export type FrameType = 'ADDED' | 'MODIFIED' | 'DELETED';

/**
 * Returns the bytes of a watch event: one line with the JSON `{"type":…,"object":…}`.
 *
 * @param columns - whether a table contains its column definitions. Only the first event of a watch contains the column
 * definitions (P104).
 */
export function frame(type: FrameType, object: StoredObject, view: View, columns = false): Uint8Array {
  return line(type, shown(view, object, columns));
}

/**
 * Returns the bytes of a bookmark event: one line of a watch. The bookmark means that the watch has sent all changes up
 * to `revision`. The bookmark after the initial objects has the annotation `k8s.io/initial-events-end` (P41).
 */
export function bookmarkFrame(
  revision: number,
  initialEventsEnd: boolean,
  view: View,
  columns = false,
): Uint8Array {
  const annotations = initialEventsEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
  const metadata = { resourceVersion: String(revision), ...annotations };
  const type = typeShown(view);
  if (type.kind !== 'Table') return line('BOOKMARK', { ...type, metadata });
  // In a table, the row of a bookmark contains an object that has only a resourceVersion. The bookmark after the
  // initial objects also needs the annotation. So the row of this bookmark contains an object even if the client has
  // requested rows without objects.
  const of =
    initialEventsEnd && view.form === 'table/None' ? { ...view, form: 'table/Metadata' as const } : view;
  const { kind, apiVersion } = view.resource;
  const bookmark = { kind, apiVersion, metadata } as unknown as StoredObject;
  return line('BOOKMARK', shown(of, bookmark, columns));
}

/** Returns the bytes of an ERROR event, the last event of a watch that has failed. */
export function errorFrame(status: Status): Uint8Array {
  return line('ERROR', status);
}

function line(type: string, object: unknown): Uint8Array {
  return encode(`{"type":"${type}","object":${JSON.stringify(object)}}\n`);
}

/**
 * A cache of the frames that watches have sent recently. A frame is the bytes of one watch event. Frames of changes and
 * frames of initial objects have separate limits, so that many initial objects cannot remove the frames of changes.
 */
export class SharedFrames {
  readonly events: RecentValues<StorageEvent, Uint8Array> = new RecentValues<StorageEvent, Uint8Array>(
    eventBytes,
    lengthOf,
  );
  readonly initial: RecentValues<StoredObject, Uint8Array> = new RecentValues<StoredObject, Uint8Array>(
    initialBytes,
    lengthOf,
  );
}

const lengthOf = ({ length }: Uint8Array): number => length;

/**
 * The maximum number of bytes of the encoded change events in the cache, for all resources and representations
 * together. The server encodes an event again if a watch needs an event that the cache no longer contains.
 */
const eventBytes = 32 * 1024 * 1024;

/**
 * The maximum number of bytes of the encoded events of initial objects in the cache, for all resources and
 * representations together.
 */
const initialBytes = 64 * 1024 * 1024;

/**
 * The encoded watch events of a resource in one representation. The server serialises each event once, and all watches
 * send the same bytes.
 */
export class EventFrames {
  readonly view: View;
  readonly #shared: SharedFrames;
  /**
   * One cache key for each event type, such as `ADDED`. The shared cache stores the encoded events of a type under the
   * key of the type.
   */
  readonly #sets: Readonly<Record<FrameType, object>> = { ADDED: {}, MODIFIED: {}, DELETED: {} };

  /** @param shared - the cache for the encoded events of all resources and representations */
  constructor(view: View, shared: SharedFrames = new SharedFrames()) {
    this.view = view;
    this.#shared = shared;
  }

  /**
   * Returns the bytes of the ADDED event of an initial object. If the representation is a table, the event contains no
   * column definitions, so the event cannot be the first event of a watch.
   */
  initial(object: StoredObject): Uint8Array {
    const make = (): Uint8Array => frame('ADDED', object, this.view);
    // A table row is created again for each watch, because the age in the row changes.
    return isTable(this.view.form) ? make() : this.#shared.initial.of(this, object, make);
  }

  of(event: StorageEvent, type: FrameType): Uint8Array | undefined {
    const object = objectToSend(event, type);
    return object && this.#shared.events.of(this.#sets[type], event, () => frame(type, object, this.view));
  }
}

/**
 * Returns the object in a watch event. A DELETED event contains the last state of the object with the resourceVersion
 * of the delete (P53, P54).
 */
export function objectToSend(event: StorageEvent, type: FrameType): StoredObject | undefined {
  return type === 'DELETED' ? event.previous && under(event.revision, event.previous) : event.object;
}

function under(revision: number, object: StoredObject): StoredObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
