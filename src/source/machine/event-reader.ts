import { internStrings, isRecord, type KubeObject, ProtocolError } from '../../objects/index.ts';
import { createDefects, isVersion } from './object-defects.ts';
import type { BookmarkEvent, IncidentListener, ObjectEvent, WatchEvent } from '../lister-watcher.ts';
import { createJsonParser, type DecodeSettings } from './json-parser.ts';
import { beginsAsWebPage, excerptOf, isTable, tableError, webPageError } from './unexpected-answer.ts';
import { createFrameSplitter } from './frame-splitter.ts';
import { createKnownObjectReader } from './known-object-reader.ts';
import { checkNotDetached, releaseChunk } from './byte-window.ts';
import { ascii, bytesOf, largestWalked, startsWith } from './json-scan.ts';
import { type ByteRange, findManagedFields, withoutManagedFields } from './managed-fields.ts';
import { statusErrorFrom } from '../status-error-of.ts';
import { createSizeGuard } from './size-guard.ts';

/**
 * Decodes the events of a watch while they arrive. If the watch ends with an incomplete line, the line is
 * dropped, because the server sends that event again in the next watch.
 */
export interface EventReader {
  /**
   * Yields the events that a chunk completes. The generator decodes an event only when the caller requests
   * the event. After work without an event, the generator yields `undefined`, so that the caller can pause.
   *
   * @throws StatusError for an ERROR frame (P36, P45)
   * @throws ProtocolError for a web page, for a detached chunk, and for a DELETED whose object is not
   * well-formed. Also for a frame that is too long, not JSON, of an unknown type, or a Table
   */
  readonly read: (chunk: Uint8Array) => Generator<WatchEvent<KubeObject> | undefined, void>;
}

/** @param onIncident - called for each object that the reader omits */
export function createEventReader(settings: DecodeSettings, onIncident: IncidentListener): EventReader {
  const { confidential, keepManagedFields, maxFrameBytes, intern = internStrings } = settings;
  const splitter = createFrameSplitter(maxFrameBytes, confidential);
  const json = createJsonParser();
  const defects = createDefects(onIncident);
  const guard = createSizeGuard({ maxFrameBytes, maxPageBytes: Infinity });
  let hasBegun = false;
  /**
   * Finds objects that the caller already has, so that they are not parsed again. The reader is needed only
   * until the end of a streamed list, because later events contain new objects.
   */
  let knownReader = settings.knownObjects && createKnownObjectReader(settings.knownObjects);

  const broken = (frame: Uint8Array, what: string): ProtocolError =>
    new ProtocolError(`a watch frame ${what}; is this the API server, or something in between?`, {
      excerpt: excerptOf(frame, confidential),
    });
  const objectEvent = (
    type: ObjectEvent<KubeObject>['type'],
    object: KubeObject,
  ): WatchEvent<KubeObject> | undefined => {
    if (!defects.accepts(object)) {
      if (type === 'DELETED') throw unknownDeletion();
      return undefined;
    }
    return { type, object: keepManagedFields ? object : withoutManagedFields(object) };
  };
  const knownEvent = (frame: Uint8Array): WatchEvent<KubeObject> | undefined => {
    if (knownReader === undefined || !startsWith(frame, 0, addedFirst)) return undefined;
    const known = knownReader.read(frame, addedFirst.length, frame.length);
    if (known === undefined || known === -1) return undefined;
    const isWhole = known.to === frame.length - 1 && frame[known.to] === ascii.closingBrace;
    return isWhole ? { type: 'ADDED', object: known.object } : undefined;
  };
  const eventOf = (frame: Uint8Array, cut: ByteRange | undefined): WatchEvent<KubeObject> | undefined => {
    let value: unknown;
    try {
      value = json.parse(frame, 0, frame.length, cut);
    } catch {
      // The error has no cause, because the error of JSON.parse quotes the JSON.
      throw broken(frame, 'is not JSON');
    }
    const { type, object } = (isRecord(value) ? value : {}) as {
      readonly type?: unknown;
      readonly object?: unknown;
    };
    if (type !== 'ERROR' && isTable(object)) throw tableError('a watch');
    switch (type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        // Only the strings of an ADDED are interned. For a MODIFIED, the interning of strings would make an
        // event 10 to 20 % slower.
        if (type === 'ADDED' && !confidential) intern(object);
        return objectEvent(type, object as KubeObject);
      case 'BOOKMARK': {
        const bookmark = bookmarkOf(object);
        if (bookmark === undefined)
          defects.leaveOut(
            () =>
              new ProtocolError(
                'a bookmark without resourceVersion was left out; the server, or something between, broke the protocol',
              ),
          );
        if (bookmark?.initialEventsEnd === true) knownReader = undefined;
        return bookmark;
      }
      case 'ERROR':
        if (!isRecord(object)) throw broken(frame, 'says ERROR without a Status');
        throw statusErrorFrom(object, { inStream: true });
      default:
        throw broken(frame, 'is of an unknown type');
    }
  };

  return {
    *read(chunk) {
      checkNotDetached(chunk);
      if (!hasBegun && beginsAsWebPage(chunk)) throw webPageError('a watch', excerptOf(chunk, confidential));
      hasBegun = true;
      for (const frame of splitter.split(chunk)) {
        let event = knownEvent(frame);
        if (event === undefined && frame.length > 0) {
          const cut = keepManagedFields ? undefined : findManagedFields(frame, 0, frame.length, true);
          guard.check('a watch frame', frame, 0, frame.length, cut);
          if (frame.length > largestWalked) yield; // pause: the parse of a large frame gets its own time slice
          event = eventOf(frame, cut);
          if (frame.length > largestWalked) yield; // pause again: subscribers get the event in the next time slice
        }
        yield event;
      }
      defects.flush();
      releaseChunk(chunk);
    },
  };
}

/** The error for a DELETED without a valid object. Only a list shows which object is deleted. */
const unknownDeletion = (): ProtocolError =>
  new ProtocolError('the server deleted an object and did not say which; relisting', {
    failure: 'expired',
  });

const addedFirst = bytesOf('{"type":"ADDED","object":');

/**
 * Converts the object of a BOOKMARK event. Only the exact text `"true"` in the annotation
 * `k8s.io/initial-events-end` ends a streamed list (P41).
 */
function bookmarkOf(object: unknown): BookmarkEvent | undefined {
  const metadata = isRecord(object) && isRecord(object['metadata']) ? object['metadata'] : {};
  const { resourceVersion, annotations } = metadata;
  if (!isVersion(resourceVersion)) return undefined;

  const isEnd = isRecord(annotations) && annotations['k8s.io/initial-events-end'] === 'true';
  return isEnd
    ? { type: 'BOOKMARK', resourceVersion, initialEventsEnd: true }
    : { type: 'BOOKMARK', resourceVersion };
}
