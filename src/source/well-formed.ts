import { isText, type KubeObject, ProtocolError } from '../objects/index.ts';

/**
 * Whether an object that came from outside has a name, a uid and a resourceVersion, and a namespace that is a text if it
 * has one.
 */
export function isWellFormed(object: KubeObject): boolean {
  const { name, namespace = '', uid, resourceVersion } = metadataOf(object);
  return isText(name) && isText(uid) && isText(resourceVersion) && typeof namespace === 'string';
}

/** What is wrong with an object that is not. The error holds no part of the object but its key: it may be a Secret. */
export function malformation(object: KubeObject): ProtocolError {
  const { name, namespace = '', uid, resourceVersion } = metadataOf(object);
  const missing = Object.entries({ name, uid, resourceVersion }).filter(([, value]) => !isText(value));
  const flaw =
    missing.length > 0
      ? `without ${missing.map(([field]) => `metadata.${field}`).join(', ')}`
      : 'whose metadata.namespace is not a text';
  const key = isText(name) ? ` ${typeof namespace === 'string' ? namespace : ''}/${name}` : '';
  return new ProtocolError(
    `an object${key.slice(0, longestKey)} ${flaw} was left out; the server, or something between, broke the protocol`,
  );
}

/** A namespace, a slash and a name of the longest that Kubernetes allows, and a blank. */
const longestKey = 318;

const metadataOf = (object: KubeObject): Readonly<Record<string, unknown>> =>
  ((object as Partial<KubeObject> | null | undefined)?.metadata ?? {}) as Readonly<Record<string, unknown>>;
