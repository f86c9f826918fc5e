import type { Schema } from './schema.ts';

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer', format: 'int64' };
const time: Schema = { type: 'string', format: 'date-time', title: 'v1.Time' };
const flag: Schema = { type: 'boolean' };
const texts: Schema = { type: 'object', additionalProperties: text };

/** In this file, the title of a schema is the name of the Go type in error messages. */
const owner: Schema = {
  type: 'object',
  title: 'v1.OwnerReference',
  properties: {
    apiVersion: text,
    kind: text,
    name: text,
    uid: text,
    controller: flag,
    blockOwnerDeletion: flag,
  },
};

const managedFields: Schema = {
  type: 'object',
  title: 'v1.ManagedFieldsEntry',
  properties: {
    manager: text,
    operation: text,
    apiVersion: text,
    time,
    fieldsType: text,
    fieldsV1: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    subresource: text,
  },
};

/**
 * The schema of `metav1.ObjectMeta`. The schema applies to the metadata of every object, even if a CRD contains a
 * different schema for `metadata`.
 */
export const objectMeta: Schema = {
  type: 'object',
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    selfLink: text,
    uid: text,
    resourceVersion: text,
    generation: count,
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: count,
    labels: texts,
    annotations: texts,
    ownerReferences: { type: 'array', items: owner },
    finalizers: { type: 'array', items: text },
    managedFields: { type: 'array', items: managedFields },
  },
};
