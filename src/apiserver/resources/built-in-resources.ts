import { generatedKinds } from '../generated/kinds.ts';
import { builtInSchema } from '../schema/built-in-schema.ts';
import { builtInStrategy } from './built-in-strategies.ts';
import type { GeneratedKind } from './generated-kind.ts';
import type { BuiltIn } from './resource.ts';
import type { ScalePaths } from './resource-definition.ts';

/**
 * Returns the built-in types of the server: the types with stored objects, and the reviews, such as
 * `SubjectAccessReview`, which are not stored. Each type combines generated data with a handwritten strategy.
 */
export function builtInResources(): readonly BuiltIn[] {
  return generatedKinds
    .filter(({ verbs, kind }) => verbs.includes('list') || kind.endsWith('Review'))
    .map(builtInOf);
}

function builtInOf(kind: GeneratedKind): BuiltIn {
  const { group, version, resource, subresources = [] } = kind;
  const has = (name: string): boolean => subresources.some((one) => one.name === name);
  return {
    ...kind,
    builtIn: true,
    subresources: subresources.filter(({ name }) => servedSubresources.has(name)),
    schema: builtInSchema(group === '' ? version : `${group}/${version}`, kind.kind),
    status: has('status'),
    ...(has('scale') ? { scale } : {}),
    ...builtInStrategy(group === '' ? resource : `${resource}.${group}`, version),
  };
}

/** The subresources for which this server has a handler. Discovery lists only these subresources. */
const servedSubresources: ReadonlySet<string> = new Set([
  'status',
  'scale',
  'token',
  'finalize',
  'binding',
  'eviction',
  'log',
  'exec',
  'attach',
  'portforward',
  'ephemeralcontainers',
  'approval',
]);

const scale: ScalePaths = { specReplicasPath: 'spec.replicas', statusReplicasPath: 'status.replicas' };
