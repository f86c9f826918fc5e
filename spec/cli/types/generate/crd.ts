import { type Definition, definitionOf } from '../../../../src/cli/types/generate/definition.ts';

type Json = Readonly<Record<string, unknown>>;

/** The parts of a CustomResourceDefinition that a spec chooses. */
export interface CrdParts {
  readonly group?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly scope?: string;
  readonly versions?: readonly Json[];
}

/** Creates a CustomResourceDefinition as JSON. Without parts, it defines the widgets of `example.com/v1`. */
export function crd({
  group = 'example.com',
  kind = 'Widget',
  plural = `${kind.toLowerCase()}s`,
  scope = 'Namespaced',
  versions = [version('v1', {})],
}: CrdParts = {}): Json {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope, names: { kind, plural, singular: kind.toLowerCase() }, versions },
  };
}

/** Creates a version of a definition. The root schema has the given properties. */
export const version = (name: string, properties: Json, parts: Json = {}): Json => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object', properties } },
  ...parts,
});

export function definition(parts: CrdParts = {}): Definition {
  const made = definitionOf({ where: 'crd.yaml, document 1', object: crd(parts) });
  if (made === undefined) throw new Error('the definition has no served version');
  return made;
}
