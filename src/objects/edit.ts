import { type Draft, Immer, enablePatches } from 'immer';
import { aFunction, anObject, checkArgument, type Rule } from './check-options.ts';
import type { KubeObject } from './kube-object.ts';
import { mergePatchOf } from './merge-patch.ts';

/** An operation of RFC 6902. */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'test';
  readonly path: string;
  readonly value?: unknown;
}

/**
 * Edits one object with Immer: the recipe changes a draft, and the frozen original stays unchanged. Without a change the result is
 * the same reference.
 *
 * Both patches include the resourceVersion. If another client has changed the object, the server responds with 409; then edit the
 * newer object. A merge patch cannot set a value to null, and replaces arrays as a whole.
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
  /** The next state, frozen. Without a change, the given object. */
  readonly object: T;
  /** The patch of RFC 6902. The patch begins with a `test` of the original's resourceVersion, and is empty without a change. */
  readonly jsonPatch: readonly JsonPatchOperation[];
  /** The patch of RFC 7396, with the original's resourceVersion. The patch is empty without a change. */
  readonly mergePatch: Readonly<Record<string, unknown>>;
} {
  checkArgument('edit: object', object, withMetadata);
  checkArgument('edit: recipe', recipe, aFunction);
  enablePatches(); // called in `edit`, so that the import has no cost
  const [next, patches] = new Immer().produceWithPatches(object, (draft: Draft<T>) => {
    recipe(draft);
  });
  const changes = patches.flatMap(({ op, path, value }): JsonPatchOperation[] => {
    const pointer = path
      .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
    if (op === 'remove') return [{ op, path: pointer }];
    if (value !== undefined) return [{ op, path: pointer, value: value as unknown }];
    return op === 'replace' ? [{ op: 'remove', path: pointer }] : []; // JSON leaves out a member that is `undefined`
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
