import type { StoredObject } from '../json.ts';
import type { Status } from '../status/status.ts';
import type { StorageEvent } from '../storage/storage-event.ts';
import { RecentValues } from '../recent-values.ts';
import { encode } from './encode.ts';
import { isTable, shown, typeShown, type View } from './form.ts';

/** What a watch tells of an object. */
export type FrameType = 'ADDED' | 'MODIFIED' | 'DELETED';

/**
 * One line of a watch: `{"type":…,"object":…}`.
 *
 * @param columns - of a table: whether its columns are told, which they are once (P104)
 */
export function frame(type: FrameType, object: StoredObject, view: View, columns = false): Uint8Array {
  return line(type, shown(view, object, columns));
}

/** Says that everything up to `revision` has been sent; at the end of the initial state with its annotation (P41). */
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
  // The row of an object that is nothing but a version; its annotation comes even where no objects were asked for.
  const of =
    initialEventsEnd && view.form === 'table/None' ? { ...view, form: 'table/Metadata' as const } : view;
  const { kind, apiVersion } = view.resource;
  const bookmark = { kind, apiVersion, metadata } as unknown as StoredObject;
  return line('BOOKMARK', shown(of, bookmark, columns));
}

/** The last line of a watch that failed. */
export function errorFrame(status: Status): Uint8Array {
  return line('ERROR', status);
}

function line(type: string, object: unknown): Uint8Array {
  return encode(`{"type":"${type}","object":${JSON.stringify(object)}}\n`);
}

/** A cache of the frames that watches were sent lately: each kind has its own bytes, so that neither displaces the other. */
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

/** Of all resources, forms and types of event: a reader that is further behind has its frames made anew. */
const eventBytes = 32 * 1024 * 1024;

/** Of all resources and forms. */
const initialBytes = 64 * 1024 * 1024;

/** Frames by event, of one view: each is serialised once, however many watches it goes to; they share the bytes. */
export class EventFrames {
  readonly view: View;
  readonly #shared: SharedFrames;
  /** The sets of the frames of events. */
  readonly #sets: Readonly<Record<FrameType, object>> = { ADDED: {}, MODIFIED: {}, DELETED: {} };

  /** @param shared - holds the frames of all views */
  constructor(view: View, shared: SharedFrames = new SharedFrames()) {
    this.view = view;
    this.#shared = shared;
  }

  /** Of an object that is part of the state at the beginning; of a table not the first, which brings the columns. */
  initial(object: StoredObject): Uint8Array {
    const make = (): Uint8Array => frame('ADDED', object, this.view);
    // The ages in a table go on.
    return isTable(this.view.form) ? make() : this.#shared.initial.of(this, object, make);
  }

  of(event: StorageEvent, type: FrameType): Uint8Array | undefined {
    const object = objectTold(event, type);
    return object && this.#shared.events.of(this.#sets[type], event, () => frame(type, object, this.view));
  }
}

/** A deletion shows the old content under the version of the write (P53, P54). */
export function objectTold(event: StorageEvent, type: FrameType): StoredObject | undefined {
  return type === 'DELETED' ? event.previous && under(event.revision, event.previous) : event.object;
}

function under(revision: number, object: StoredObject): StoredObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
