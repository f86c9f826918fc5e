import type { StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import type { Status } from '../status/status.ts';
import type { StorageEvent } from '../storage/storage-event.ts';
import { encode } from './encode.ts';
import { type Form, shown, typeShown } from './form.ts';

/** What a watch tells of an object. */
export type FrameType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One line of a watch: `{"type":…,"object":…}`. */
export function frame(type: FrameType, object: StoredObject, form: Form): Uint8Array {
  return line(type, shown(object, form));
}

/** Says that everything up to `revision` has been sent; at the end of the initial state with its annotation (P41). */
export function bookmarkFrame(
  resource: Resource,
  revision: number,
  initialEventsEnd: boolean,
  form: Form,
): Uint8Array {
  const annotations = initialEventsEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
  return line('BOOKMARK', {
    ...typeShown(resource, form),
    metadata: { resourceVersion: String(revision), ...annotations },
  });
}

/** The last line of a watch that failed. */
export function errorFrame(status: Status): Uint8Array {
  return line('ERROR', status);
}

function line(type: string, object: unknown): Uint8Array {
  return encode(`{"type":"${type}","object":${JSON.stringify(object)}}\n`);
}

/** Frames by event, of one form: each is serialised once, however many watches it goes to; they share the bytes. */
export class EventFrames {
  readonly form: Form;
  readonly #frames = new WeakMap<StorageEvent, Partial<Record<FrameType, Uint8Array>>>();

  constructor(form: Form) {
    this.form = form;
  }

  /** A deletion shows the old content under the version of the write (P53, P54). */
  of(event: StorageEvent, type: FrameType): Uint8Array | undefined {
    let frames = this.#frames.get(event);
    if (frames === undefined) {
      frames = {};
      this.#frames.set(event, frames);
    }
    const cached = frames[type];
    if (cached !== undefined) return cached;
    const object =
      type === 'DELETED' ? event.previous && under(event.revision, event.previous) : event.object;
    return object && (frames[type] = frame(type, object, this.form));
  }
}

function under(revision: number, object: StoredObject): StoredObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
