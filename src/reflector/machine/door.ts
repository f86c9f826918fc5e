import {
  anObject,
  deepFreeze,
  deepFreezeMembers,
  HandlerError,
  type KubeError,
  type KubeObject,
  keyOf,
  ProtocolError,
} from '../../objects/index.ts';
import { isWellFormed, malformation } from '../../source/index.ts';

/** Lets an object in: checked, transformed, frozen; `undefined` for one that is malformed, `null` for another's. */
export type Door<T extends KubeObject> = (object: T) => T | undefined | null;

/**
 * The one place where objects enter the pipe: behind it all are well-formed and deeply frozen.
 *
 * A malformed object is left out. A transform that throws, or takes the name away, lets the object through as it was.
 * Both are incidents, and the stream goes on (Q6). An object that is not ours is none: somebody else has it.
 */
export function createDoor<T extends KubeObject>(
  transform: ((object: T) => T) | undefined,
  onIncident: (incident: KubeError) => void,
  isOurs: (object: T) => boolean = everybodys,
): Door<T> {
  const transformed = (object: T): T => {
    if (transform === undefined) return object;
    const key = keyOf(object);
    const { metadata } = object;
    const { name, namespace } = metadata;
    try {
      const result = transform(object);
      const problem = !anObject.test(result)
        ? `returned ${typeof result} for ${key}; return the object or a copy`
        : keyOf(result) !== key && `changed the key of ${key}`;
      if (problem === false) return result;
      onIncident(new ProtocolError(`transform ${problem}; it is taken as it was`));
    } catch (error) {
      onIncident(new HandlerError('transform', key, error));
    }
    // It may have changed the object in place, and its key with it.
    return { ...object, metadata: { ...metadata, name, namespace } };
  };

  return (object) => {
    if (isWellFormed(object)) {
      if (!isOurs(object)) return null;
      const result = transformed(object);
      return result === object ? deepFreeze(object) : deepFreezeMembers(result);
    }
    onIncident(malformation(object));
    return undefined;
  };
}

const everybodys = (): boolean => true;
