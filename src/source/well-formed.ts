import { type KubeObject, ProtocolError } from '../objects/index.ts';

/**
 * What is wrong with an object that came from outside, if anything: each must have a name, a uid and a
 * resourceVersion. The error holds no part of the object but its key: it may be a Secret.
 */
export function malformation(object: KubeObject): ProtocolError | undefined {
  const metadata = (object as Partial<KubeObject> | null | undefined)?.metadata as
    Partial<KubeObject['metadata']> | null | undefined;
  if (isText(metadata?.name) && isText(metadata.uid) && isText(metadata.resourceVersion)) return undefined;

  const missing = (['name', 'uid', 'resourceVersion'] as const).filter((field) => !isText(metadata?.[field]));
  const which = isText(metadata?.name) ? ` ${metadata.namespace ?? ''}/${metadata.name}` : '';
  return new ProtocolError(
    `an object${which} without metadata.${missing.join(', metadata.')} was left out; the server, or something between, broke the protocol`,
  );
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
