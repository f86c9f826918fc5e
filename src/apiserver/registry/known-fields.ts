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

/**
 * The treatment of unknown and duplicate fields in a request body: `Ignore` accepts these fields, `Warn` sends a
 * warning, and `Strict` rejects the request.
 */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** Options for the validation of the fields in a request body (P73). */
export interface FieldOptions {
  /** The treatment of unknown and duplicate fields. The default is `Ignore`. */
  readonly fieldValidation?: FieldValidation;
  /** The paths of the fields that occur twice in the request body. The server uses the last value of such a field. */
  readonly duplicates?: readonly string[];
  /** A function that is called with each warning for the client. */
  readonly warn?: (text: string) => void;
  /**
   * Whether the object is the result of a server-side apply. If true, a null stays in the object, and is an error in a
   * field that does not allow null.
   */
  readonly applied?: boolean;
  /**
   * If the object is the result of a patch, creates the error for an object that does not match its kind. Absent if the
   * object is not the result of a patch.
   */
  readonly patched?: Patched;
}

/**
 * Removes the fields of an object that its schema does not contain, because the server does not store unknown fields.
 * Then adds the defaults of the schema.
 *
 * @param existing - the stored object that the new object replaces
 * @throws Refusal 400 for unknown and duplicate fields if `fieldValidation` is `Strict`, and for a field with a type
 * that Go cannot decode. Refusal 413 if the defaults make the object too large.
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
 * Rejects unknown and duplicate fields of a request, or sends a warning, or does nothing, depending on
 * `fieldValidation`.
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
    ...unknown.slice(0, maxNamed).map((path) => `unknown field "${path}"`),
  ].slice(0, maxNamed);
  if (fieldValidation === 'Strict' && problems.length > 0) {
    throw unreadable(type, `strict decoding error: ${problems.join(', ')}`, patched);
  }
  if (fieldValidation === 'Warn') problems.forEach(warn);
}

/** The maximum number of unknown and duplicate fields that a message names, as in the decoder of the kube-apiserver. */
const maxNamed = 100;

/** A schema that allows all fields, for a resource that has no schema of its own. */
const anything = { 'x-kubernetes-preserve-unknown-fields': true };
