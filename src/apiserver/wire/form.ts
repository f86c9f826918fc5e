import type { Json, StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { columnsOf, type IncludeObject, rowOf } from '../tables/table.ts';

/**
 * The representation of objects in a response: whole objects, only the metadata of the objects (P105), or a table. Each
 * row of a table may contain the whole object, its metadata or no object (P102, P103).
 */
export type Form = 'full' | 'metadata' | TableForm;

/**
 * A representation as a table. The part after `table/` is the query parameter `includeObject`. This parameter
 * determines whether each row contains the whole object, the metadata or no object.
 */
export type TableForm = `table/${IncludeObject}`;

/** A resource, and the representation in which a client gets the objects of the resource. */
export interface View {
  readonly resource: Resource;
  readonly form: Form;
  /** Returns the current time in ms since 1970. Tables need the time for the column with the age. */
  readonly now: () => number;
}

export function isTable(form: Form): form is TableForm {
  return form.startsWith('table/');
}

/**
 * Returns the kind and the apiVersion in a representation: the kind and the apiVersion of the object, of
 * `PartialObjectMetadata` or of `Table`. For a list, the result is the kind and the apiVersion of an item.
 */
export function typeShown({ resource, form }: View): { readonly kind: string; readonly apiVersion: string } {
  if (isTable(form)) return table;
  const { kind, apiVersion } = resource;
  return form === 'full' ? { kind, apiVersion } : partialObjectMetadata;
}

/**
 * Converts an object to the representation that the client requested.
 *
 * @param columns - whether a table contains its column definitions. In a watch, only the first event contains the
 * column definitions.
 */
export function shown(view: View, stored: StoredObject, columns = true): Json {
  const { resource, form } = view;
  const object = resource.read(stored);
  if (form === 'full') return object;
  if (form === 'metadata') return { ...partialObjectMetadata, metadata: object.metadata };
  const { resourceVersion } = object.metadata;
  return {
    ...table,
    metadata: { resourceVersion },
    columnDefinitions: columns ? columnsOf(resource) : null,
    rows: [rowShown(view, object)],
  };
}

export function rowShown({ resource, form, now }: View, object: StoredObject): object {
  return rowOf(resource, resource.read(object), form.slice('table/'.length) as IncludeObject, now());
}

const partialObjectMetadata = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
const table = { kind: 'Table', apiVersion: 'meta.k8s.io/v1' };
