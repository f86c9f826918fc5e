import { cutText, isText, type KubeObject, ProtocolError } from '../objects/index.ts';

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
export function malformation(object: KubeObject): ProtocolError {
  const { name, namespace = '', uid, resourceVersion } = metadataOf(object);
  const missing = Object.entries({ name, uid, resourceVersion }).filter(([, value]) => !isText(value));
  const flaw =
    missing.length > 0
      ? `without ${missing.map(([field]) => `metadata.${field}`).join(', ')}`
      : typeof namespace === 'string'
        ? 'whose name, namespace, uid or resourceVersion is too long or has a wrong character'
        : 'whose metadata.namespace is not a text';
  const key = isText(name) ? ` ${typeof namespace === 'string' ? namespace : ''}/${name}` : '';
  return new ProtocolError(
    `an object${cutText(key, longestKey)} ${flaw} was left out; the server, or something between, broke the protocol`,
  );
}

const isId = (value: unknown): value is string => isText(value) && value.length <= longestId;
const isSegment = (value: unknown): boolean => isId(value) && !value.includes('/');
const version = /^[!-~]{1,256}$/;

/** Kubernetes allows 253 characters for most names, and a uid has 36. */
const longestId = 1_024;
/** A namespace, a slash and a name of the longest that Kubernetes allows, and a blank. */
const longestKey = 318;

const metadataOf = (object: KubeObject): Readonly<Record<string, unknown>> =>
  ((object as Partial<KubeObject> | null | undefined)?.metadata ?? {}) as Readonly<Record<string, unknown>>;
