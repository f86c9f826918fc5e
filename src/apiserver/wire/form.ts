import type { Json, StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { columnsOf, type IncludeObject, rowOf } from '../tables/table.ts';

/** How objects are shown: whole, their metadata alone (P105), or as rows with more or less of the object (P102, P103). */
export type Form = 'full' | 'metadata' | TableForm;

/** A table, and how much of its object each row brings. */
export type TableForm = `table/${IncludeObject}`;

/** To whom objects of a resource are shown. */
export interface View {
  readonly resource: Resource;
  readonly form: Form;
  /** Ms since 1970, for ages. */
  readonly now: () => number;
}

/** Whether it is a table. */
export function isTable(form: Form): form is TableForm {
  return form.startsWith('table/');
}

/** The type of what is shown: a kind's own, or that of all metadata; that of items where it is a list. */
export function typeShown({ resource, form }: View): { readonly kind: string; readonly apiVersion: string } {
  if (isTable(form)) return table;
  const { kind, apiVersion } = resource;
  return form === 'full' ? { kind, apiVersion } : partialObjectMetadata;
}

/**
 * The object as it is shown.
 *
 * @param columns - false in a watch from its second event on: of a table the rows alone
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

/** A row of a table. */
export function rowShown({ resource, form, now }: View, object: StoredObject): object {
  return rowOf(resource, resource.read(object), form.slice('table/'.length) as IncludeObject, now());
}

const partialObjectMetadata = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
const table = { kind: 'Table', apiVersion: 'meta.k8s.io/v1' };
