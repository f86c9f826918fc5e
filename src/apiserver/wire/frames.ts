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
 * @param columns - whether a table contains its columns, as in the first frame only (P104)
 */
export function frame(type: FrameType, object: StoredObject, view: View, columns = false): Uint8Array {
  return line(type, shown(view, object, columns));
}

/**
 * Returns a bookmark: everything up to `revision` has been sent. At the end of the initial objects it has the
 * annotation (P41).
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
  // The row contains an object that has only a resourceVersion. The row has the annotation even if the client wants no
  // objects.
  const of =
    initialEventsEnd && view.form === 'table/None' ? { ...view, form: 'table/Metadata' as const } : view;
  const { kind, apiVersion } = view.resource;
  const bookmark = { kind, apiVersion, metadata } as unknown as StoredObject;
  return line('BOOKMARK', shown(of, bookmark, columns));
}

/** Returns the last line of a watch that failed. */
export function errorFrame(status: Status): Uint8Array {
  return line('ERROR', status);
}

function line(type: string, object: unknown): Uint8Array {
  return encode(`{"type":"${type}","object":${JSON.stringify(object)}}\n`);
}

/**
 * A cache of the frames that watches have sent recently. Events and initial objects have separate limits, so that they
 * do not displace each other.
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
 * The most bytes for all resources, forms and types of events. For a reader that is further behind, frames are created
 * again.
 */
const eventBytes = 32 * 1024 * 1024;

/** The most bytes for all resources and forms. */
const initialBytes = 64 * 1024 * 1024;

/**
 * The frames of events in one view. Each event is serialised once, however many watches send it. The watches share the
 * bytes.
 */
export class EventFrames {
  readonly view: View;
  readonly #shared: SharedFrames;
  /** The keys of the shared frames, by the type of the event. */
  readonly #sets: Readonly<Record<FrameType, object>> = { ADDED: {}, MODIFIED: {}, DELETED: {} };

  /** @param shared - the frames of all views */
  constructor(view: View, shared: SharedFrames = new SharedFrames()) {
    this.view = view;
    this.#shared = shared;
  }

  /** Returns the frame of an initial object. In a table it is not the first frame, which contains the columns. */
  initial(object: StoredObject): Uint8Array {
    const make = (): Uint8Array => frame('ADDED', object, this.view);
    // A table is created again, because the ages in it change.
    return isTable(this.view.form) ? make() : this.#shared.initial.of(this, object, make);
  }

  of(event: StorageEvent, type: FrameType): Uint8Array | undefined {
    const object = objectTold(event, type);
    return object && this.#shared.events.of(this.#sets[type], event, () => frame(type, object, this.view));
  }
}

/**
 * Returns the object of an event. A deletion contains the old content with the resourceVersion of the delete (P53,
 * P54).
 */
export function objectTold(event: StorageEvent, type: FrameType): StoredObject | undefined {
  return type === 'DELETED' ? event.previous && under(event.revision, event.previous) : event.object;
}

function under(revision: number, object: StoredObject): StoredObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
