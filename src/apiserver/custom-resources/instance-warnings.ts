import type { Json } from '../json.ts';
import { standardFinalizers } from '../metadata/metadata-errors.ts';
import { objectIn } from './definition.ts';

/** Returns a warning for each finalizer of a custom resource whose name has no domain. */
export function instanceWarnings(object: Json): readonly string[] {
  const { finalizers = [] } = objectIn(object, 'metadata');
  return (finalizers as readonly string[])
    .filter((name) => !name.includes('/') && !standardFinalizers.has(name))
    .map((name) => {
      const better = name.includes('.') ? ' including a path (/)' : '';
      return (
        `metadata.finalizers: ${JSON.stringify(name)}: prefer a domain-qualified finalizer name${better} ` +
        'to avoid accidental conflicts with other finalizer writers'
      );
    });
}
