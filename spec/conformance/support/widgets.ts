/** The API group of the custom resource `Widget`, which the checks use. */
export const group = 'demo.example.com';

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface DefinitionOptions {
  readonly group: string;
  /** Further properties in the schema of `spec`. */
  readonly properties?: object;
}

/** Returns the CRD of `Widget` in an API group. */
export function widgetDefinition(options: DefinitionOptions): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${options.group}` },
    spec: {
      group: options.group,
      scope: 'Namespaced',
      names: {
        plural: 'widgets',
        singular: 'widget',
        kind: 'Widget',
        listKind: 'WidgetList',
        shortNames: ['wd'],
        categories: ['all', 'demo'],
      },
      versions: [version(options)],
    },
  };
}

function version({ properties }: DefinitionOptions): object {
  return {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema(properties) },
    subresources: {
      status: {},
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        labelSelectorPath: '.status.selector',
      },
    },
    selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.size' }],
    additionalPrinterColumns: [
      { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
      { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1 },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
  };
}

function schema(properties: object | undefined): object {
  const text = { type: 'string' };
  const item = { type: 'object', required: ['k'], properties: { k: text, v: text } };
  return {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['size'],
        properties: {
          size: { type: 'integer', minimum: 1, maximum: 100 },
          color: { type: 'string', default: 'red' },
          replicas: { type: 'integer' },
          items: {
            type: 'array',
            items: item,
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['k'],
          },
          ...properties,
        },
      },
      status: {
        type: 'object',
        properties: { phase: text, replicas: { type: 'integer' }, selector: text },
      },
    },
  };
}
