import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { goFieldsOf } from './go-fields.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * Returns an object of a built-in type as the kube-apiserver reads it from etcd. Protobuf does not distinguish an empty
 * list from an absent list, so an empty list becomes null. The managed fields are computed before this conversion, from
 * the object with the empty list.
 */
export function asStored(schema: Schema, object: Json): Json {
  const { shown } = goFieldsOf(schema);
  const changed = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'metadata' && schema.properties?.['kind'] !== undefined) return [];
    const next =
      shown.includes(name) && isEmpty(value) ? null : storedValue(memberSchema(schema, name), value);
    return next === value ? [] : [[name, next]];
  });
  return changed.length === 0 ? object : { ...object, ...Object.fromEntries(changed) };
}

function storedValue(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined || schema['x-kubernetes-preserve-unknown-fields'] === true) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => storedValue(schema.items, item));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  return isRecord(value) ? asStored(schema, value) : value;
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
