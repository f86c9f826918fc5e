import type { ObjectKey } from '../../objects/index.ts';
import type { Cause, Change } from '../change.ts';

// One place for each shape: records of one type share a hidden class, so whoever reads them stays fast.

export const added = <T>(key: ObjectKey, object: T, cause: Cause): Change<T> => ({
  type: 'added',
  key,
  object,
  cause,
});

export const updated = <T>(key: ObjectKey, old: T, object: T, cause: Cause): Change<T> => ({
  type: 'updated',
  key,
  old,
  object,
  cause,
});

export const deleted = <T>(key: ObjectKey, object: T, finalStateKnown: boolean, cause: Cause): Change<T> => ({
  type: 'deleted',
  key,
  object,
  finalStateKnown,
  cause,
});
