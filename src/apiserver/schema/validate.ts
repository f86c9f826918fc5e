import { validate as judge } from '@cfworker/json-schema';
import { isRecord } from '../../objects/index.ts';
import { oversize, sizeOf } from '../json-size.ts';
import { badRequest } from '../status/refusals.ts';
import type { FieldError } from '../status/invalid.ts';
import { bounded } from './bounded.ts';
import { embeddedErrors } from './embedded.ts';
import { type Compiled, compiled, discardCompiled } from './json-schema.ts';
import { duplicateErrors } from './list-types.ts';
import type { FieldPath } from './path.ts';
import { TooManySteps } from './pattern-table.ts';
import type { Schema } from './schema.ts';
import { schemaErrors, type Violation } from './schema-errors.ts';
import { visit } from './visit.ts';

/**
 * Returns the errors in a value of a custom resource by its schema. The messages are those of the kube-apiserver. CEL
 * rules (`x-kubernetes-validations`) are not evaluated.
 *
 * @param base - the path of the value in the object
 * @throws Refusal 400 if the validation takes too long, and for member names that are not valid Unicode
 */
export function validate(schema: Schema, value: unknown, base: FieldPath = ''): readonly FieldError[] {
  return Array.from(violations(schema, value, base), ({ error }) => error);
}

/** Yields the errors in a value one by one. Each error comes with the names on the path to the invalid value. */
export function* violations(
  schema: Schema,
  value: unknown,
  base: FieldPath = '',
): Generator<Violation, void> {
  const isLarge = oversize(value, fewValues) !== undefined;
  const validated = (steps: number): Judged => {
    const { schema: translated, patterns } = compiled(schema);
    return patterns.use(steps, () => ({ translated, errors: errorsIn(translated, value, isLarge) }));
  };
  // An interrupted match leaves its compiled pattern in an unknown state. So the translated schema is discarded after
  // an interruption.
  const limited = (): Judged =>
    bounded(
      () => validated(Infinity),
      () => discardCompiled(schema),
    );
  const { translated, errors } = wellFormed(() => {
    if (isLarge || maxTime(value, compiled(schema).size) > freeTime) return limited();
    try {
      return validated(freeSteps);
    } catch (error) {
      if (error instanceof TooManySteps) return limited();
      throw error;
    }
  });
  yield* schemaErrors(errors, translated, value, base);
  yield* beyondJsonSchema(schema, value, base);
}

export type { Violation } from './schema-errors.ts';

type Errors = ReturnType<typeof judge>['errors'];

interface Judged {
  /** The JSON schema whose keywords cause the errors. */
  readonly translated: Compiled['schema'];
  readonly errors: Errors;
}

/**
 * Runs the JSON schema validator and returns its errors.
 *
 * @param isFirst - whether the validator stops at the first error
 */
function errorsIn(translated: Compiled['schema'], value: unknown, isFirst: boolean): Errors {
  if (isFirst) return judge(value, translated, '4', {}, true).errors;
  try {
    return judge(value, translated, '4', {}, false).errors;
  } catch (error) {
    // The validator passes all errors as arguments of one function call. A call with about 100,000 arguments throws a
    // RangeError.
    if (error instanceof RangeError) return judge(value, translated, '4', {}, true).errors;
    throw error;
  }
}

/**
 * The maximum number of JSON values in an object for a validation that reports all errors. A larger object is validated
 * with a time limit, and only up to its first error. The reason: each value of the object may be compared with
 * thousands of values in the schema.
 */
const fewValues = 500;

/**
 * The maximum estimated time in ns for a validation without a time limit. The time limit itself costs a millisecond.
 */
const freeTime = 100_000_000;

/**
 * Estimates the maximum time of a validation in ns. The factors come from measurements. Each value of the object may be
 * compared with each value of the schema, and the length of each text may be computed for each value of the schema.
 */
function maxTime(value: unknown, schemaSize: number): number {
  const { values, characters } = sizeOf(value);
  return schemaSize * (200 * values + characters);
}

/**
 * The maximum number of pattern steps in a validation without a time limit. This number of steps takes about 50 ms in
 * the worst case. The time limit itself costs a millisecond.
 */
const freeSteps = 1_000_000;

function wellFormed<R>(call: () => R): R {
  try {
    return call();
  } catch (error) {
    if (error instanceof URIError) throw badRequest('the object has a field whose name is not Unicode');
    throw error;
  }
}

/**
 * Returns the errors in a value by the Kubernetes rules that JSON schema cannot express, such as
 * `x-kubernetes-list-type`.
 */
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
