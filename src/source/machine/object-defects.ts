import { cutText, isNonEmptyString, type KubeObject, ProtocolError } from '../../objects/index.ts';
import type { IncidentListener } from '../lister-watcher.ts';

/** Counts and reports the objects that one list or one watch omits, because they are not well-formed. */
export interface Defects {
  /** Returns whether an object is well-formed. An object that is not well-formed counts as omitted. */
  accepts(object: KubeObject): boolean;
  /**
   * Counts an omitted object.
   *
   * @throws ProtocolError if too many objects were omitted, because an incident for each object would block
   * the event loop
   */
  leaveOut(incident: () => ProtocolError): void;
  /** Reports one incident for all omitted objects that had no incident of their own. */
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

/** The maximum number of objects that one list or watch may omit. */
const maxLeftOut = 1_000;
const maxReported = 5;

/**
 * Returns whether an object has a valid name, uid and resourceVersion, and either a valid namespace or no
 * namespace. A name may not contain a slash: the name `a/b` would give the same key as `b` in the namespace
 * `a`.
 */
export function isWellFormed(object: KubeObject): boolean {
  const { name, namespace = '', uid, resourceVersion } = metadataOf(object);
  return (
    isSegment(name) && isId(uid) && isVersion(resourceVersion) && (namespace === '' || isSegment(namespace))
  );
}

/**
 * Returns whether a value is a valid resourceVersion: 1 to 256 characters of visible ASCII. URLs, statuses
 * and logs contain the version.
 */
export const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && version.test(value);

/**
 * Creates the error for an object that is not well-formed. The error contains only the key of the object,
 * because a Secret can be malformed.
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

/**
 * The maximum number of characters of a uid, a name or a namespace. Kubernetes allows 253 characters
 * for most names, and a uid has 36 characters.
 */
const maxIdLength = 1_024;
/**
 * The maximum number of characters of a key in the text of an error: a blank, and the longest namespace,
 * slash and name that Kubernetes allows.
 */
const maxKeyLength = 318;

const metadataOf = (object: KubeObject): Readonly<Record<string, unknown>> =>
  ((object as Partial<KubeObject> | null | undefined)?.metadata ?? {}) as Readonly<Record<string, unknown>>;
