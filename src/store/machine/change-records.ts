import type { ObjectKey } from '../../objects/index.ts';
import type { Cause, Change } from '../change.ts';

// One place for each shape: records of one type share a hidden class, so whoever reads them stays fast. Frozen, for
// every subscriber is given the same (PF16).

export const added = <T>(key: ObjectKey, object: T, cause: Cause): Change<T> =>
  Object.freeze({
    type: 'added',
    key,
    object,
    cause,
  });

export const updated = <T>(key: ObjectKey, old: T, object: T, cause: Cause): Change<T> =>
  Object.freeze({
    type: 'updated',
    key,
    old,
    object,
    cause,
  });

export const deleted = <T>(key: ObjectKey, object: T, finalStateKnown: boolean, cause: Cause): Change<T> =>
  Object.freeze({
    type: 'deleted',
    key,
    object,
    finalStateKnown,
    cause,
  });
