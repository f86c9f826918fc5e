import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import type { Schema } from './schema.ts';

/**
 * What a built-in type holds when nothing was said: the structs inside it are always there, and what must be there is null
 * or the empty value of its type.
 */
export function emptyStruct({ properties = {}, required = [] }: Schema): Json {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]): [string, unknown][] => {
      if (isRecord(inner.default)) return [[name, emptyStruct(inner)]];
      return required.includes(name) ? [[name, inner.default ?? null]] : [];
    }),
  );
}
