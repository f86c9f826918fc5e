import { isText, type KubeObject, ProtocolError } from '../objects/index.ts';

/**
 * What is wrong with an object that came from outside, if anything: each must have a name, a uid and a
 * resourceVersion, and a namespace that is a text if it has one. The error holds no part of the object but its key: it
 * may be a Secret.
 */
export function malformation(object: KubeObject): ProtocolError | undefined {
  const metadata = (object as Partial<KubeObject> | null | undefined)?.metadata as
    Readonly<Record<string, unknown>> | null | undefined;
  const { name, namespace = '', uid, resourceVersion } = metadata ?? {};
  if (isText(name) && isText(uid) && isText(resourceVersion) && typeof namespace === 'string')
    return undefined;

  const missing = Object.entries({ name, uid, resourceVersion }).filter(([, value]) => !isText(value));
  const flaw =
    missing.length > 0
      ? `without ${missing.map(([field]) => `metadata.${field}`).join(', ')}`
      : 'whose metadata.namespace is not a text';
  const which = isText(name) ? ` ${typeof namespace === 'string' ? namespace : ''}/${name}` : '';
  return new ProtocolError(
    `an object${which} ${flaw} was left out; the server, or something between, broke the protocol`,
  );
}
