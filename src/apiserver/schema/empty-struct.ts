import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { goFieldsOf } from './go-fields.ts';
import type { Schema } from './schema.ts';

/**
 * Returns the empty value of a built-in type, as Go would encode it. The value contains the structs that are not
 * pointers, and the required members. A required member has the empty value of its type, or null.
 */
export function emptyStruct(schema: Schema): Json {
  const { properties = {}, required = [] } = schema;
  const { pointers, shown, omitted } = goFieldsOf(schema);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]): [string, unknown][] => {
      if (isRecord(inner.default)) return [[name, emptyStruct(inner)]];
      const isThere =
        (inner.default === '' || inner.default === 0) && !pointers.has(name) && !omitted.has(name);
      return isThere || (required.includes(name) && !omitted.has(name)) || shown.includes(name)
        ? [[name, inner.default ?? null]]
        : [];
    }),
  );
}
