import type { Json, StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { columnsOf, type IncludeObject, rowOf } from '../tables/table.ts';

/**
 * The form of the objects in an answer: whole objects, only their metadata (P105), or rows of a table with a part of
 * the object (P102, P103).
 */
export type Form = 'full' | 'metadata' | TableForm;

/** A table, and the part of the object that each row contains. */
export type TableForm = `table/${IncludeObject}`;

/** The form in which a client gets the objects of a resource. */
export interface View {
  readonly resource: Resource;
  readonly form: Form;
  /** Returns the time in ms since 1970, for ages. */
  readonly now: () => number;
}

/** Returns whether a form is a table. */
export function isTable(form: Form): form is TableForm {
  return form.startsWith('table/');
}

/**
 * Returns the type of an object in a form: that of its kind, of all metadata or of tables. In a list it is the type of
 * the items.
 */
export function typeShown({ resource, form }: View): { readonly kind: string; readonly apiVersion: string } {
  if (isTable(form)) return table;
  const { kind, apiVersion } = resource;
  return form === 'full' ? { kind, apiVersion } : partialObjectMetadata;
}

/**
 * Returns an object in a form.
 *
 * @param columns - false for all frames of a watch but the first: then a table contains only its rows
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

/** Returns a row of a table. */
export function rowShown({ resource, form, now }: View, object: StoredObject): object {
  return rowOf(resource, resource.read(object), form.slice('table/'.length) as IncludeObject, now());
}

const partialObjectMetadata = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
const table = { kind: 'Table', apiVersion: 'meta.k8s.io/v1' };
