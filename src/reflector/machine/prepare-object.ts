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
import { isWellFormed, objectDefect, type ObjectEvent } from '../../source/index.ts';

/** Validates, transforms and freezes an object from the server. */
export type ObjectPreparer<T extends KubeObject> = (object: T) => PreparedObject<T>;

/**
 * The object to emit, or the reason why no object is emitted. `'otherShard'` means that the object belongs to
 * another shard. This reason is not an incident.
 */
type PreparedObject<T extends KubeObject> = T | UnfreezableObject<T> | 'malformed' | 'otherShard';

/**
 * An object that cannot be frozen after the transform. The reflector does not emit the object, so a store can
 * have an outdated state of the object.
 */
export class UnfreezableObject<T extends KubeObject> {
  /**
   * An event that removes the outdated state of the object from a store. The object of the event has only its
   * name, namespace, uid and resourceVersion.
   */
  readonly deletion: ObjectEvent<T>;

  constructor(metadata: Pick<ObjectMeta, 'name' | 'namespace' | 'uid' | 'resourceVersion'>) {
    const object = deepFreeze({ metadata });
    this.deletion = { type: 'DELETED', object: object as T, finalStateKnown: false };
  }
}

/**
 * Creates the function that validates, transforms and freezes each object. The returned objects are
 * well-formed and deeply frozen. No object ends the stream, but in client-go some objects end the stream
 * (Q6). Three faults are incidents:
 *
 * - A malformed object is omitted.
 * - If the transform throws or changes the key, the result of the transform is ignored. The object is emitted with its original
 *   metadata.
 * - If the result cannot be frozen (a getter throws), the original object may contain the same value, so
 *   neither of the two is emitted. The reflector emits a deletion, because a store can have an outdated state
 *   of the object: see {@link UnfreezableObject}.
 */
export function createObjectPreparer<T extends KubeObject>(
  transform: ((object: T) => T) | undefined,
  onIncident: (incident: KubeError) => void,
  isInShard?: (object: T) => boolean,
): ObjectPreparer<T> {
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
      onIncident(new ProtocolError(`transform ${problem}; its result is ignored`));
    } catch (error) {
      onIncident(new HandlerError('transform', key, error));
    }
    // The transform may have changed `object.metadata` in place, so the original metadata is used.
    return { ...object, metadata };
  };

  return (object) => {
    if (!isWellFormed(object)) {
      onIncident(objectDefect(object));
      return 'malformed';
    }
    if (isInShard?.(object) === false) return 'otherShard';
    if (transform === undefined) return deepFreeze(object);
    // The code reads the metadata before the transform, because the transform can change the metadata in
    // place.
    const { name, namespace, uid, resourceVersion } = object.metadata;
    const result = transformed(object, transform);
    try {
      return result === object ? deepFreeze(object) : deepFreezeMembers(result);
    } catch (error) {
      const unfreezable = new UnfreezableObject<T>({
        name,
        ...(namespace !== undefined && { namespace }),
        uid,
        resourceVersion,
      });
      onIncident(new HandlerError('transform', keyOf(unfreezable.deletion.object), error));
      return unfreezable;
    }
  };
}
