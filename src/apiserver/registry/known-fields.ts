import type { StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { applyDefaults, applyDefaultsToUpdate } from '../schema/apply-defaults.ts';
import { asDecoded } from '../schema/as-decoded.ts';
import type { FieldPath } from '../schema/path.ts';
import { prune } from '../schema/prune.ts';
import { converterProblem } from '../schema/converter-problem.ts';
import { withBuiltInDefaults } from './defaults/built-in-defaults.ts';
import { checkGrown } from './check-update.ts';
import type { ObjectInput } from './object-input.ts';
import { type Patched, unreadable } from './patch-refusal.ts';
import { typeProblem } from '../schema/type-problem.ts';

/** What is done about fields that are unknown or there twice: nothing, a warning, or a refusal. */
type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** How the fields of a body are met (P73). */
export interface FieldOptions {
  /** Default `Ignore`. */
  readonly fieldValidation?: FieldValidation;
  /** Paths of the fields that the body has twice; the last one counts. */
  readonly duplicates?: readonly string[];
  /** Is told what the author of the body is to be warned of. */
  readonly warn?: (text: string) => void;
  /** It was applied, not read: null is a value like others, and wrong where there may be none. */
  readonly applied?: boolean;
  /** It is what a patch made: how that is refused. */
  readonly patched?: Patched;
}

/**
 * The object without the fields that its schema does not know, which are never stored, and with the defaults of its
 * type.
 *
 * @param existing - the object that it is to replace
 * @throws Refusal 400 for such fields where that is asked for, and for a field of another type than Go can read; 413 where
 *   defaults make too much of the object
 */
export function knownFields(
  resource: Resource,
  object: ObjectInput,
  options: FieldOptions,
  existing?: StoredObject,
): ObjectInput {
  const { applied = false, patched } = options;
  const { schema = anything, builtIn, kind } = resource;
  const pruned = prune(schema, object);
  checkFields(resource, builtIn ? pruned.unknown : [...pruned.unknown].sort(), options);
  if (!builtIn) {
    const how = { keepsNulls: applied };
    const filled =
      existing === undefined
        ? applyDefaults(schema, pruned.object, how)
        : applyDefaultsToUpdate(schema, pruned.object, existing, how);
    checkGrown(filled, existing);
    return filled as ObjectInput;
  }
  const problem =
    patched?.strategic === true
      ? converterProblem(schema, pruned.object)
      : typeProblem(schema, pruned.object, kind);
  if (problem !== undefined) throw unreadable(resource, problem, patched);
  return withBuiltInDefaults(schema, asDecoded(schema, pruned.object)) as ObjectInput;
}

/**
 * Refuses fields that are unknown or there twice, or warns of them, as the options say.
 *
 * @throws Refusal 400
 */
export function checkFields(
  type: Pick<Resource, 'kind' | 'version'>,
  unknown: readonly FieldPath[],
  { fieldValidation = 'Ignore', duplicates = [], warn = () => undefined, patched }: FieldOptions,
): void {
  const problems = [
    ...duplicates.map((path) => `duplicate field "${path}"`),
    ...unknown.slice(0, mostNamed).map((path) => `unknown field "${path}"`),
  ].slice(0, mostNamed);
  if (fieldValidation === 'Strict' && problems.length > 0) {
    throw unreadable(type, `strict decoding error: ${problems.join(', ')}`, patched);
  }
  if (fieldValidation === 'Warn') problems.forEach(warn);
}

/** As many as the real server's decoder tells. */
const mostNamed = 100;

/** Nothing is said of such objects. */
const anything = { 'x-kubernetes-preserve-unknown-fields': true };
