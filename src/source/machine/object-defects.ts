import { cutText, isNonEmptyString, type KubeObject, ProtocolError } from '../../objects/index.ts';
import type { IncidentListener } from '../lister-watcher.ts';

/** Counts what one list or one watch leaves out. */
export interface Defects {
  /** Whether the object is well-formed; if not, it counts as left out. */
  accepts(object: KubeObject): boolean;
  /** @throws ProtocolError when too much was left out: an incident for each would block the event loop */
  leaveOut(incident: () => ProtocolError): void;
  /** Reports all that was left out without an incident of its own as one. */
  flush(): void;
}

export function createDefects(onIncident: IncidentListener): Defects {
  let count = 0;
  let unreported = 0;
  const leaveOut = (incident: () => ProtocolError): void => {
    if (++count > mostLeftOut)
      throw new ProtocolError(
        `more than ${mostLeftOut} objects without name, uid or resourceVersion came in one answer; is this the API server?`,
      );
    if (count <= mostReported) onIncident(incident());
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

/** Of one list or watch. */
const mostLeftOut = 1_000;
const mostReported = 5;

/**
 * Whether an object that came from outside has a name, a uid and a resourceVersion, and a namespace that is a text if it
 * has one. A slash is in no name of Kubernetes: `a/b` would have the key of `b` in the namespace `a`.
 */
export function isWellFormed(object: KubeObject): boolean {
  const { name, namespace = '', uid, resourceVersion } = metadataOf(object);
  return (
    isSegment(name) && isId(uid) && isVersion(resourceVersion) && (namespace === '' || isSegment(namespace))
  );
}

/**
 * Whether a list, a bookmark or an object may have this as its resourceVersion: 1 to 256 characters of visible ASCII, for it
 * becomes a part of addresses, statuses and logs.
 */
export const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && version.test(value);

/** What is wrong with an object that is not. The error holds no part of the object but its key: it may be a Secret. */
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
    `an object${cutText(key, longestKey)} ${flaw} was left out; the server, or something between, broke the protocol`,
  );
}

const isId = (value: unknown): value is string => isNonEmptyString(value) && value.length <= longestId;
const isSegment = (value: unknown): boolean => isId(value) && !value.includes('/');
const version = /^[!-~]{1,256}$/;

/** Kubernetes allows 253 characters for most names, and a uid has 36. */
const longestId = 1_024;
/** A namespace, a slash and a name of the longest that Kubernetes allows, and a blank. */
const longestKey = 318;

const metadataOf = (object: KubeObject): Readonly<Record<string, unknown>> =>
  ((object as Partial<KubeObject> | null | undefined)?.metadata ?? {}) as Readonly<Record<string, unknown>>;
