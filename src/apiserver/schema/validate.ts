import { validate as judge } from '@cfworker/json-schema';
import { isRecord } from '../../objects/index.ts';
import { badRequest } from '../status/refusals.ts';
import type { FieldError } from '../status/invalid.ts';
import { bounded } from './bounded.ts';
import { embeddedErrors } from './embedded.ts';
import { compiled } from './json-schema.ts';
import { duplicateErrors } from './list-types.ts';
import type { FieldPath } from './path.ts';
import type { Schema } from './schema.ts';
import { schemaErrors, type Violation } from './schema-errors.ts';
import { visit } from './visit.ts';

/**
 * What is wrong with a value by the schema of a custom resource, in the words of the real server; CEL rules
 * (`x-kubernetes-validations`) are not evaluated.
 *
 * @param base - where the value stands
 * @throws Refusal 400 for a pattern that does not come to an end, and for names that are not Unicode
 */
export function validate(schema: Schema, value: unknown, base: FieldPath = ''): readonly FieldError[] {
  return violations(schema, value, base).map(({ error }) => error);
}

/** The same, with what leads to each value. */
export function violations(schema: Schema, value: unknown, base: FieldPath = ''): readonly Violation[] {
  const { schema: translated, isRisky } = compiled(schema);
  const run = (): ReturnType<typeof judge> => judge(value, translated, '4', {}, false);
  const { errors } = wellFormed(() => (isRisky ? bounded(run, patience) : run()));
  return [...schemaErrors(errors, translated, value, base), ...beyondJsonSchema(schema, value, base)];
}

export type { Violation } from './schema-errors.ts';

/** Ms for a body of at most 3 MiB; the real server has patterns that need no such limit. */
const patience = 500;

function wellFormed<R>(call: () => R): R {
  try {
    return call();
  } catch (error) {
    if (error instanceof URIError) throw badRequest('the object has a field whose name is not Unicode');
    throw error;
  }
}

/** What JSON schema has no words for. */
function beyondJsonSchema(schema: Schema, value: unknown, base: FieldPath): readonly Violation[] {
  const found: Violation[] = [];
  visit(schema, value, { path: base, names: [] }, (inner, one, { path, names }) => {
    const errors = Array.isArray(one)
      ? duplicateErrors(inner, one, path)
      : inner['x-kubernetes-embedded-resource'] === true && isRecord(one)
        ? embeddedErrors(one, path)
        : [];
    found.push(...errors.map((error) => ({ error, names })));
  });
  return found;
}
