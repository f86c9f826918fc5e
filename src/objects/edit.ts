import { type Draft, Immer, enablePatches } from 'immer';
import { aFunction, anObject, checkArgument, type Rule } from './check-options.ts';
import type { KubeObject } from './kube-object.ts';
import { mergePatchOf } from './merge-patch.ts';

/** One operation of a JSON patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'test';
  readonly path: string;
  readonly value?: unknown;
}

/**
 * Edits one object with the library Immer. The recipe changes a draft, and the frozen original stays
 * unchanged. If the recipe changes nothing, the result is the original object itself.
 *
 * The result contains a JSON patch and a merge patch. Each of the two patches contains the resourceVersion of
 * the original. If another client has changed the object, the server rejects the JSON patch with 422 and the
 * merge patch with 409. Then call `edit` again for the newer object. A merge patch cannot set a value to null,
 * and replaces arrays as a whole.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const { jsonPatch } = edit(node, (draft) => {
 *   draft.metadata.labels = { ...draft.metadata.labels, pool: 'blue' };
 * });
 * ```
 */
export function edit<T extends KubeObject>(
  object: T,
  recipe: (draft: Draft<T>) => void,
): {
  /** The frozen new state of the object. If the recipe changed nothing, the given object itself. */
  readonly object: T;
  /**
   * The JSON patch (RFC 6902). The patch begins with a `test` of the resourceVersion of the original. The
   * patch is empty if the recipe changed nothing.
   */
  readonly jsonPatch: readonly JsonPatchOperation[];
  /**
   * The merge patch (RFC 7396), with the resourceVersion of the original. The patch is empty if the recipe
   * changed nothing.
   */
  readonly mergePatch: Readonly<Record<string, unknown>>;
} {
  checkArgument('edit: object', object, withMetadata);
  checkArgument('edit: recipe', recipe, aFunction);
  enablePatches(); // `enablePatches` is called in `edit`, so that an import of this file has no cost
  const [next, patches] = new Immer().produceWithPatches(object, (draft: Draft<T>) => {
    recipe(draft);
  });
  const changes = patches.flatMap(({ op, path, value }): JsonPatchOperation[] => {
    const pointer = path
      .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
    if (op === 'remove') return [{ op, path: pointer }];
    if (value !== undefined) return [{ op, path: pointer, value: value as unknown }];
    // JSON cannot contain `undefined`. So a member with the new value `undefined` is removed, or is not
    // added.
    return op === 'replace' ? [{ op: 'remove', path: pointer }] : [];
  });
  if (changes.length === 0) return { object, jsonPatch: [], mergePatch: {} };

  const { resourceVersion } = object.metadata;
  const guard: JsonPatchOperation = { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion };
  return {
    object: next,
    jsonPatch: [guard, ...changes],
    mergePatch: guarded(mergePatchOf(object, next), resourceVersion),
  };
}

const withMetadata: Rule = {
  allowed: 'an object with metadata',
  test: (given) => anObject.test((given as Partial<KubeObject> | null | undefined)?.metadata),
};

function guarded(patch: Record<string, unknown>, resourceVersion: string): Record<string, unknown> {
  return { ...patch, metadata: { ...(patch['metadata'] as object | undefined), resourceVersion } };
}
