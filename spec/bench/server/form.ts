import { type Resource, resources } from '../resources.ts';
import { bodies } from './objects/index.ts';

/** Makes the JSON of the objects of a collection: whole objects, or metadata only. */
export interface Form {
  readonly apiVersion: string;
  readonly listKind: string;
  /** Returns the JSON of an object in a list. */
  item(index: number, resourceVersion: number): string;
  /** Returns the JSON of the object in a watch event, with its kind and apiVersion. */
  object(index: number, resourceVersion: number, annotations?: Readonly<Record<string, string>>): string;
  /** The start of the JSON of a bookmark's object, with its kind and apiVersion. */
  readonly head: string;
}

/** Makes the JSON of whole objects. */
export function wholeForm(resource: Resource): Form {
  const { apiVersion, kind } = resources[resource];
  const head = `{"kind":"${kind}","apiVersion":"${apiVersion}",`;
  const item: Form['object'] = (index, resourceVersion, annotations) => {
    const body = bodies[resource](index, resourceVersion);
    if (annotations === undefined) return JSON.stringify(body);
    const metadata = { ...body.metadata, annotations: { ...annotations, ...body.metadata.annotations } };
    return JSON.stringify({ ...body, metadata });
  };
  return {
    apiVersion,
    listKind: `${kind}List`,
    head,
    item,
    object: (...args) => head + item(...args).slice(1),
  };
}

/**
 * Makes the JSON of objects with metadata only (`PartialObjectMetadata`). In a list of such objects, each item has a
 * kind and an apiVersion, too.
 */
export function metadataForm(resource: Resource): Form {
  const apiVersion = 'meta.k8s.io/v1';
  const head = `{"kind":"PartialObjectMetadata","apiVersion":"${apiVersion}",`;
  const object: Form['object'] = (index, resourceVersion, annotations = {}) => {
    const { metadata } = bodies[resource](index, resourceVersion);
    const all = { ...annotations, ...metadata.annotations };
    return `${head}"metadata":${JSON.stringify({ ...metadata, ...(Object.keys(all).length > 0 && { annotations: all }) })}}`;
  };
  return { apiVersion, listKind: 'PartialObjectMetadataList', head, item: object, object };
}
