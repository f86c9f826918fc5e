import {
  anObject,
  deepFreeze,
  deepFreezeMembers,
  HandlerError,
  type KubeError,
  type KubeObject,
  type ObjectMeta,
  keyOf,
  ProtocolError,
} from '../../objects/index.ts';
import { isWellFormed, malformation, type ObjectEvent } from '../../source/index.ts';

/** Lets an object in: checked, transformed, frozen; `undefined` for one that is malformed, `null` for another's. */
export type Door<T extends KubeObject> = (object: T) => T | LeftOut<T> | undefined | null;

/** An object of the server that cannot be shown. A store may hold an older state of it, which is no longer true. */
export class LeftOut<T extends KubeObject> {
  /** Of its key, uid and version alone. */
  readonly deletion: ObjectEvent<T>;

  constructor(metadata: Pick<ObjectMeta, 'name' | 'namespace' | 'uid' | 'resourceVersion'>) {
    const object = deepFreeze({ metadata });
    this.deletion = { type: 'DELETED', object: object as T, finalStateKnown: false };
  }
}

/**
 * The one place where objects enter the pipe: behind it all are well-formed and deeply frozen.
 *
 * A malformed object is left out. Where a transform throws or changes the key, its result is left out: the object comes in
 * with the metadata that it had, also when the transform has changed it in place. Both are incidents,
 * and the stream goes on (Q6). What a transform gives and cannot be frozen, as a getter that throws, is left out too, because the object
 * itself may hold it: that is a {@link LeftOut}. An object of another shard is no incident.
 */
export function createDoor<T extends KubeObject>(
  transform: ((object: T) => T) | undefined,
  onIncident: (incident: KubeError) => void,
  isOurs?: (object: T) => boolean,
): Door<T> {
  const transformed = (object: T, transform: (object: T) => T): T => {
    const key = keyOf(object);
    const metadata = { ...object.metadata };
    try {
      const result = transform(object);
      const isObject = anObject.test(result);
      if (isObject && keyOf(result) === key) return result;
      const problem = isObject
        ? `changed the key of ${key}`
        : `returned ${typeof result} for ${key}; return the object or a copy`;
      onIncident(new ProtocolError(`transform ${problem}; its result is left out`));
    } catch (error) {
      onIncident(new HandlerError('transform', key, error));
    }
    return { ...object, metadata }; // the transform may have changed the object in place
  };

  return (object) => {
    if (!isWellFormed(object)) {
      onIncident(malformation(object));
      return undefined;
    }
    if (isOurs?.(object) === false) return null;
    if (transform === undefined) return deepFreeze(object);
    // Before the transform, which may change them in place.
    const { name, namespace, uid, resourceVersion } = object.metadata;
    const result = transformed(object, transform);
    try {
      return result === object ? deepFreeze(object) : deepFreezeMembers(result);
    } catch (error) {
      const leftOut = new LeftOut<T>({
        name,
        ...(namespace !== undefined && { namespace }),
        uid,
        resourceVersion,
      });
      onIncident(new HandlerError('transform', keyOf(leftOut.deletion.object), error));
      return leftOut;
    }
  };
}
