import { widgetGroup } from './kinds.ts';

const text = { type: 'string' };
const number = { type: 'integer' };

/** A schema with all types of lists and objects that server-side apply distinguishes. */
const widgetSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: number,
        replicas: number,
        color: text,
        tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
        numbers: { type: 'array', items: number, 'x-kubernetes-list-type': 'set' },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: {
            type: 'object',
            required: ['port'],
            properties: { port: number, protocol: { ...text, default: 'TCP' }, name: text },
          },
        },
        steps: { type: 'array', items: { type: 'object', properties: { run: text } } },
        point: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { x: number, y: number } },
        inner: {
          type: 'object',
          properties: {
            a: text,
            b: { type: 'object', properties: { c: text } },
            e: { type: 'object', properties: { f: text } },
          },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        map: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { v: text } },
        },
        limit: { 'x-kubernetes-int-or-string': true },
      },
    },
    status: {
      type: 'object',
      properties: {
        phase: text,
        replicas: number,
        conditions: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
          items: { type: 'object', required: ['type'], properties: { type: text, status: text } },
        },
      },
    },
  },
} as const;

/** The CRD of the compared custom resource. */
export const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${widgetGroup}` },
  spec: {
    group: widgetGroup,
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: widgetSchema },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
      },
    ],
  },
} as const;
