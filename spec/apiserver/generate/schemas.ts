import type { Cluster } from '../../kube/kube.mjs';
import { ask } from './ask.ts';
import type { Kind } from './kinds.ts';

type Node = Readonly<Record<string, unknown>>;

interface Document {
  readonly components?: { readonly schemas?: Readonly<Record<string, Node>> };
}

/** The OpenAPI schemas of all types, by the name of the definition. */
export interface Schemas {
  /** The definitions without descriptions. A reference contains the name of another definition. */
  readonly definitions: ReadonlyMap<string, Node>;
  /**
   * The descriptions of each type. The description of the type itself has an empty name. The descriptions of its
   * properties have the names of the properties.
   */
  readonly descriptions: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Maps an apiVersion and a kind, such as `apps/v1/Deployment`, to the name of the definition. */
  readonly names: ReadonlyMap<string, string>;
}

/** Reads the OpenAPI documents of the groups and versions of all kinds. Returns their definitions. */
export async function schemasOf(
  cluster: Cluster,
  kinds: readonly Pick<Kind, 'group' | 'version'>[],
): Promise<Schemas> {
  const definitions = new Map<string, Node>();
  const descriptions = new Map<string, Readonly<Record<string, string>>>();
  const names = new Map<string, string>();
  const roots = new Set(
    kinds.map(({ group, version }) => (group === '' ? 'api/v1' : `apis/${group}/${version}`)),
  );
  for (const root of roots) {
    const { components } = (await ask(cluster, `/openapi/v3/${root}`)) as Document;
    for (const [name, definition] of Object.entries(components?.schemas ?? {})) {
      definitions.set(name, compact(definition) as Node);
      descriptions.set(name, proseOf(definition));
      const kindsShown = (definition[gvk] ?? []) as readonly Record<'group' | 'version' | 'kind', string>[];
      const [only] = kindsShown;
      // Definitions that all groups share, such as DeleteOptions, belong to no single kind.
      if (only === undefined || kindsShown.length > 1) continue;
      const { group, version, kind } = only;
      names.set(`${group === '' ? version : `${group}/${version}`}/${kind}`, name);
    }
  }
  return { definitions: sorted(definitions), descriptions: sorted(descriptions), names: sorted(names) };
}

const gvk = 'x-kubernetes-group-version-kind';
const prefix = '#/components/schemas/';

const sorted = <V>(map: ReadonlyMap<string, V>): ReadonlyMap<string, V> =>
  new Map([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Returns a schema without descriptions. OpenAPI allows no description beside a reference, so some references are the
 * only item of an `allOf`. In the result, the reference replaces such an `allOf`.
 */
function compact(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(compact);
  if (typeof node !== 'object' || node === null) return node;
  const { allOf, $ref, properties, ...more } = node as Node;
  const [only] = Array.isArray(allOf) ? (allOf as readonly Node[]) : [];
  const reference = typeof $ref === 'string' ? $ref : only?.['$ref'];
  return {
    ...(typeof reference === 'string' ? { $ref: reference.replace(prefix, '') } : {}),
    ...Object.fromEntries(
      Object.entries(more)
        .filter(([name]) => name !== 'description' && name !== gvk)
        .map(([name, value]) => [name, compact(value)]),
    ),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties as Node).map(([name, value]) => [name, compact(value)]),
          ),
        }),
  };
}

function proseOf({ description, properties = {} }: Node): Readonly<Record<string, string>> {
  const all = Object.entries(properties as Readonly<Record<string, Node>>).map(
    ([name, property]) => [name, property['description']] as const,
  );
  return Object.fromEntries(
    [['', description] as const, ...all].flatMap(([name, text]) =>
      typeof text === 'string' && text !== '' ? [[name, text]] : [],
    ),
  );
}
