import type { Json, StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import type { Column } from './cell.ts';
import { layoutOf } from './columns.ts';
import { podConditions } from './printers/pod.ts';

/**
 * The query parameter `includeObject`: a table row contains the whole object, only the metadata of the object, or no
 * object.
 */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** One row of a table response. */
export interface Row {
  readonly cells: readonly unknown[];
  readonly conditions?: readonly object[];
  readonly object: Json | null;
}

/** Returns the column definitions of a resource in the format that the client receives. */
export function columnsOf(resource: Resource): readonly Column[] {
  return layoutOf(resource).columns;
}

/**
 * Returns the table row of an object.
 *
 * @param now - the current time in ms since 1970, for ages
 */
export function rowOf(resource: Resource, object: StoredObject, include: IncludeObject, now: number): Row {
  const conditions = resource.id === 'pods' ? podConditions(object) : [];
  return {
    cells: layoutOf(resource).printer(object, now),
    ...(conditions.length === 0 ? {} : { conditions }),
    object: included(object, include),
  };
}

function included(object: StoredObject, include: IncludeObject): Json | null {
  switch (include) {
    case 'None':
      return null;
    case 'Metadata':
      return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata };
    case 'Object':
      return object;
  }
}
