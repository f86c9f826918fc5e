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
 * What is wrong with a value by the schema of a custom resource, in the words of the real server; CEL rules
 * (`x-kubernetes-validations`) are not evaluated.
 *
 * @param base - where the value stands
 * @throws Refusal 400 for what takes too long, and for names that are not Unicode
 */
export function validate(schema: Schema, value: unknown, base: FieldPath = ''): readonly FieldError[] {
  return Array.from(violations(schema, value, base), ({ error }) => error);
}

/** The same one by one, with what leads to each value. */
export function* violations(
  schema: Schema,
  value: unknown,
  base: FieldPath = '',
): Generator<Violation, void> {
  const isLarge = oversize(value, fewValues) !== undefined;
  const judged = (steps: number): Judged => {
    const { schema: translated, patterns } = compiled(schema);
    return patterns.use(steps, () => ({ translated, errors: errorsIn(translated, value, isLarge) }));
  };
  // An interrupted match leaves its pattern in an unknown state.
  const limited = (): Judged =>
    bounded(
      () => judged(Infinity),
      () => discardCompiled(schema),
    );
  const { translated, errors } = wellFormed(() => {
    if (isLarge || mostTime(value, compiled(schema).size) > freeTime) return limited();
    try {
      return judged(freeSteps);
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
  /** The schema whose keywords the errors name. */
  readonly translated: Compiled['schema'];
  readonly errors: Errors;
}

/** @param isFirst - up to the first error */
function errorsIn(translated: Compiled['schema'], value: unknown, isFirst: boolean): Errors {
  if (isFirst) return judge(value, translated, '4', {}, true).errors;
  try {
    return judge(value, translated, '4', {}, false).errors;
  } catch (error) {
    // The validator hands errors on as arguments, of which there may be some 100,000.
    if (error instanceof RangeError) return judge(value, translated, '4', {}, true).errors;
    throw error;
  }
}

/**
 * An object of more values is validated under a limit of time, and up to its first error: each of its values can be compared
 * with each of thousands of values in the schema.
 */
const fewValues = 500;

/** In ns: what is judged faster at worst is judged without a limit of time, which itself costs a millisecond. */
const freeTime = 100_000_000;

/** In ns, as measured: each value may be compared with each of the schema, each text be counted by each. */
function mostTime(value: unknown, schemaSize: number): number {
  const { values, characters } = sizeOf(value);
  return schemaSize * (200 * values + characters);
}

/** What patterns may cost without a limit of time, which itself costs a millisecond: about 50 ms at worst. */
const freeSteps = 1_000_000;

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
