import type { Scenario } from '../scenario.ts';

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: gadgets.customizing.example }
spec:
  group: customizing.example
  scope: Namespaced
  names: { plural: gadgets, singular: gadget, kind: Gadget, shortNames: [gd], categories: [all] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
        scale: { specReplicasPath: .spec.size, statusReplicasPath: .status.size }
      selectableFields: [{ jsonPath: .spec.color }]
      additionalPrinterColumns:
        - { name: Size, type: integer, jsonPath: .spec.size, description: How many. }
        - { name: Color, type: string, jsonPath: .spec.color, priority: 1 }
        - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      schema:
        openAPIV3Schema:
          type: object
          description: A gadget.
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size: { type: integer, minimum: 1, description: How many there are. }
                color: { type: string, enum: [red, blue], default: red }
            status:
              type: object
              properties: { size: { type: integer } }
`;

const gadget = `apiVersion: customizing.example/v1
kind: Gadget
metadata: { name: one, labels: { a: b } }
spec: { size: 3 }
`;

export const customizing: Scenario = {
  name: 'customizing',
  files: {
    'definition.yaml': definition,
    'gadget.yaml': gadget,
    'blue.yaml': gadget.replace('size: 3', 'size: 4, color: blue'),
    'bad.yaml': gadget.replace('size: 3', 'size: 0, color: green'),
    'unknown.yaml': gadget.replace('size: 3', 'size: 3, weight: 1'),
  },
  steps: [
    'get gadgets',
    'apply -f definition.yaml',
    'wait crd gadgets.customizing.example --for=condition=Established --timeout=10s',
    'get crd gadgets.customizing.example',
    'get gadgets',
    'apply -f gadget.yaml',
    'apply -f gadget.yaml',
    'get gadgets',
    'get gd -o wide',
    'get gadget one -o yaml',
    'get all',
    'diff -f blue.yaml',
    'apply -f blue.yaml',
    { run: 'apply -f bad.yaml', unordered: true },
    'apply -f unknown.yaml',
    'apply -f unknown.yaml --validate=false',
    'apply --server-side -f gadget.yaml --force-conflicts',
    { run: 'apply --server-side -f bad.yaml', unordered: true },
    'get gadgets --field-selector spec.color=blue',
    'get gadgets --field-selector spec.size=3',
    'get gadgets -l a=b -A',
    `patch gadget one --type=merge -p '{"spec":{"size":5}}'`,
    `patch gadget one -p '{"spec":{"size":5}}'`,
    `patch gadget one --type=json -p '[{"op":"replace","path":"/spec/size","value":6}]'`,
    `patch gadget one --subresource=status --type=merge -p '{"status":{"size":2}}'`,
    'scale gadget one --replicas=9',
    'get gadget one -o yaml --show-managed-fields',
    'get gadget one --subresource=scale -o yaml',
    'label gadget one c=d',
    'describe gadget one',
    'explain gadgets',
    'explain gadget.spec --recursive',
    'explain gadget.spec.size',
    'api-resources --api-group=customizing.example',
    { follow: 'get gadgets -w', from: /one/, meanwhile: ['annotate gadget one x=y'], until: /one[^]*one/ },
    'describe crd gadgets.customizing.example',
    'delete gadget one',
    'get gadgets',
    'delete crd gadgets.customizing.example',
    'get crd gadgets.customizing.example',
  ],
};
