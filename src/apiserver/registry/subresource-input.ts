import { asDecoded } from '../schema/as-decoded.ts';
import { definitionSchema } from '../schema/built-in-schema.ts';
import { prune } from '../schema/prune.ts';
import { typeProblem } from '../schema/type-problem.ts';
import { badRequest } from '../status/refusals.ts';
import { checkNamespaceOf } from './check-update.ts';
import type { Place } from './context.ts';
import { checkFields, type FieldOptions } from './known-fields.ts';
import { type InputType, type ObjectInput, objectInput } from './object-input.ts';
import { unreadable } from './patch-refusal.ts';

/**
 * Reads a request body as an object of the Go type that a subresource accepts.
 *
 * @param definition - the name of the OpenAPI definition of the type, such as `io.k8s.api.core.v1.Binding`
 * @throws Refusal 400 for a different type, for fields of a wrong type, and for unknown fields if `fieldValidation` is
 * `Strict`. Refusal 422 if a patch created the object.
 */
export function typedInput(
  type: Omit<InputType, 'builtIn'>,
  definition: string,
  sent: unknown,
  options: FieldOptions,
): ObjectInput {
  const { patched } = options;
  const given = objectInput({ ...type, builtIn: true }, sent, patched);
  const schema = definitionSchema(definition);
  const { object, unknown } = prune(schema, given);
  checkFields(type, unknown, options);
  const problem = typeProblem(schema, object, type.kind);
  if (problem !== undefined) throw unreadable(type, problem, patched);
  return asDecoded(schema, object) as ObjectInput;
}

/**
 * Reads the body of a POST to a subresource that has its own type, such as `binding`.
 *
 * @param place - the namespace and the name in the URL. The body must have the same name and namespace.
 * @throws Refusal as {@link typedInput} does, and 400 for a different name or namespace
 */
export function subresourceInput(
  type: Omit<InputType, 'builtIn'>,
  definition: string,
  sent: unknown,
  place: Place,
  options: FieldOptions,
): ObjectInput {
  const input = typedInput(type, definition, sent, options);
  checkNamespaceOf(input, place);
  const { name = '' } = input.metadata;
  if (name !== place.name) throw badRequest(`name in URL does not match name in ${type.kind} object`);
  return input;
}
