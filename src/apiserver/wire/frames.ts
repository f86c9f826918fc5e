import type { StoredObject } from '../json.ts';
import type { Status } from '../status/status.ts';
import type { StorageEvent } from '../storage/storage-event.ts';
import { RecentValues } from '../recent-values.ts';
import { encode } from './encode.ts';
import { isTable, shown, typeShown, type View } from './form.ts';

/** The type of a watch event for an object. */
export type FrameType = 'ADDED' | 'MODIFIED' | 'DELETED';

/**
 * Returns one line of a watch: `{"type":…,"object":…}`.
 *
 * @param columns - whether a table contains its columns. Only the first frame of a watch contains the columns (P104).
 */
export function frame(type: FrameType, object: StoredObject, view: View, columns = false): Uint8Array {
  return line(type, shown(view, object, columns));
}

/**
 * Returns the line of a bookmark. The bookmark says that the watch has sent all changes up to `revision`. At the end of
 * the initial objects the bookmark has the annotation `k8s.io/initial-events-end` (P41).
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
  // In a table, the row of a bookmark contains an object that has only a resourceVersion. At the end of the initial
  // objects the object also has the annotation, even if the client has requested rows without objects.
  const of =
    initialEventsEnd && view.form === 'table/None' ? { ...view, form: 'table/Metadata' as const } : view;
  const { kind, apiVersion } = view.resource;
  const bookmark = { kind, apiVersion, metadata } as unknown as StoredObject;
  return line('BOOKMARK', shown(of, bookmark, columns));
}

/** Returns the last line of a watch that has failed. */
export function errorFrame(status: Status): Uint8Array {
  return line('ERROR', status);
}

function line(type: string, object: unknown): Uint8Array {
  return encode(`{"type":"${type}","object":${JSON.stringify(object)}}\n`);
}

/**
 * A cache of the frames that watches have sent recently. The frames of events and the frames of initial objects have
 * separate limits. So the frames of many initial objects cannot remove the frames of events.
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
 * The maximum number of bytes of the frames of events, for all resources, representations and event types. If a watch
 * needs a frame that was removed, the server creates the frame again.
 */
const eventBytes = 32 * 1024 * 1024;

/** The maximum number of bytes of the frames of initial objects, for all resources and representations. */
const initialBytes = 64 * 1024 * 1024;

/**
 * The frames of events in one representation of a resource. The server serialises each event once, and all watches send
 * the same bytes.
 */
export class EventFrames {
  readonly view: View;
  readonly #shared: SharedFrames;
  /** The keys of the frames in the shared cache, by event type. */
  readonly #sets: Readonly<Record<FrameType, object>> = { ADDED: {}, MODIFIED: {}, DELETED: {} };

  /** @param shared - the cache of the frames of all resources and representations */
  constructor(view: View, shared: SharedFrames = new SharedFrames()) {
    this.view = view;
    this.#shared = shared;
  }

  /**
   * Returns the frame of an initial object. The frame of a table does not contain the columns, so it cannot be the
   * first frame.
   */
  initial(object: StoredObject): Uint8Array {
    const make = (): Uint8Array => frame('ADDED', object, this.view);
    // The row of a table is created for each watch, because the ages in the row change.
    return isTable(this.view.form) ? make() : this.#shared.initial.of(this, object, make);
  }

  of(event: StorageEvent, type: FrameType): Uint8Array | undefined {
    const object = objectTold(event, type);
    return object && this.#shared.events.of(this.#sets[type], event, () => frame(type, object, this.view));
  }
}

/**
 * Returns the object that an event contains. The event of a deletion contains the old content with the resourceVersion
 * of the delete (P53, P54).
 */
export function objectTold(event: StorageEvent, type: FrameType): StoredObject | undefined {
  return type === 'DELETED' ? event.previous && under(event.revision, event.previous) : event.object;
}

function under(revision: number, object: StoredObject): StoredObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
