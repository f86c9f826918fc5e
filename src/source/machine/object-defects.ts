import { cutText, isNonEmptyString, type KubeObject, ProtocolError } from '../../objects/index.ts';
import type { IncidentListener } from '../lister-watcher.ts';

/** Counts the objects that one list or one watch leaves out, and reports them. */
export interface Defects {
  /** Whether the object is well-formed. If it is not, the object counts as left out. */
  accepts(object: KubeObject): boolean;
  /** @throws ProtocolError if too many objects were left out, because an incident per object would block the event loop */
  leaveOut(incident: () => ProtocolError): void;
  /** Reports all objects without their own incident as one incident. */
  flush(): void;
}

export function createDefects(onIncident: IncidentListener): Defects {
  let count = 0;
  let unreported = 0;
  const leaveOut = (incident: () => ProtocolError): void => {
    if (++count > maxLeftOut)
      throw new ProtocolError(
        `more than ${maxLeftOut} objects without name, uid or resourceVersion came in one answer; is this the API server?`,
      );
    if (count <= maxReported) onIncident(incident());
    else unreported++;
  };
  return {
    leaveOut,
    accepts(object) {
      if (isWellFormed(object)) return true;
      leaveOut(() => objectDefect(object));
      return false;
    },
    flush() {
      const left = unreported;
      unreported = 0;
      if (left > 0) {
        onIncident(
          new ProtocolError(`${left} more objects without name, uid or resourceVersion were left out`),
          left,
        );
      }
    },
  };
}

/** The limit per list or watch. */
const maxLeftOut = 1_000;
const maxReported = 5;

/**
 * Whether an object has a valid name, uid and resourceVersion, and a valid namespace or none. A name must not contain a slash:
 * `a/b` would have the key of `b` in the namespace `a`.
 */
export function isWellFormed(object: KubeObject): boolean {
  const { name, namespace = '', uid, resourceVersion } = metadataOf(object);
  return (
    isSegment(name) && isId(uid) && isVersion(resourceVersion) && (namespace === '' || isSegment(namespace))
  );
}

/**
 * Whether a value is a valid resourceVersion: 1 to 256 characters of visible ASCII. URLs, statuses and logs contain the version.
 */
export const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && version.test(value);

/**
 * The error for an object that is not well-formed. The error contains only the key of the object, because a Secret can be
 * malformed.
 */
export function objectDefect(object: KubeObject): ProtocolError {
  const { name, namespace = '', uid, resourceVersion } = metadataOf(object);
  const missing = Object.entries({ name, uid, resourceVersion }).filter(
    ([, value]) => !isNonEmptyString(value),
  );
  const flaw =
    missing.length > 0
      ? `without ${missing.map(([field]) => `metadata.${field}`).join(', ')}`
      : typeof namespace === 'string'
        ? 'whose name, namespace, uid or resourceVersion is too long or has a wrong character'
        : 'whose metadata.namespace is not a text';
  const key = isNonEmptyString(name) ? ` ${typeof namespace === 'string' ? namespace : ''}/${name}` : '';
  return new ProtocolError(
    `an object${cutText(key, maxKeyLength)} ${flaw} was left out; the server, or something between, broke the protocol`,
  );
}

const isId = (value: unknown): value is string => isNonEmptyString(value) && value.length <= maxIdLength;
const isSegment = (value: unknown): boolean => isId(value) && !value.includes('/');
const version = /^[!-~]{1,256}$/;

/** In characters. Kubernetes allows 253 characters for most names, and a uid has 36 characters. */
const maxIdLength = 1_024;
/** In characters: a blank, and the longest namespace, slash and name that Kubernetes allows. */
const maxKeyLength = 318;

const metadataOf = (object: KubeObject): Readonly<Record<string, unknown>> =>
  ((object as Partial<KubeObject> | null | undefined)?.metadata ?? {}) as Readonly<Record<string, unknown>>;
