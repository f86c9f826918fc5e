import { definitionNameOf } from './built-in-schema.ts';
import type { Schema } from './schema.ts';

/** Returns the name of a type in Go, such as `map[string]string` or `[]v1.Container`. */
export function goType(schema: Schema): string {
  const { type, title, format, items, additionalProperties } = schema;
  const named = title ?? definitionNameOf(schema)?.split('.').slice(-2).join('.');
  if (named !== undefined) return named;
  switch (type) {
    case 'boolean':
      return 'bool';
    case 'integer':
      return format ?? 'int32';
    case 'number':
      return 'float64';
    case 'array':
      return `[]${items === undefined ? 'interface {}' : goType(items)}`;
    case 'object':
      return typeof additionalProperties === 'object'
        ? `map[string]${goType(additionalProperties)}`
        : 'struct';
    default:
      return 'string';
  }
}
