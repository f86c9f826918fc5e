import { isRecord } from '../../objects/index.ts';
import { declaredRules } from '../generated/declared-rules.ts';
import { type isSame, isSameOnce, type Json, own } from '../json.ts';
import { entryOf } from '../schema/path.ts';
import { sorted } from '../sorted.ts';
import type { FieldError } from '../status/invalid.ts';
import { fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { type Check, every, isNothing } from './check.ts';
import { declaredCheck } from './declared-checks.ts';

/**
 * A field with declared rules: the path to the field, the check for its value, and whether the field is required or
 * immutable.
 */
interface Declared {
  /** The path to the field, split into steps. `[]` stands for each item of a list, and `{}` for each value of a map. */
  readonly steps: readonly Step[];
  readonly isRequired: boolean;
  readonly isImmutable: boolean;
  readonly check: Check;
}

interface Step {
  readonly name: string;
  /**
   * Whether this member is a pointer in Go. The members of an absent pointer are not checked. The members of an absent
   * struct are checked as empty values.
   */
  readonly isPointer: boolean;
}

const read = new Map<string, readonly Declared[]>();

/**
 * Returns the errors in an object by the validation rules that the Go type of its kind declares. Values that an update
 * leaves unchanged are not checked.
 */
export function declaredErrors(object: Json, existing: Json | undefined): readonly FieldError[] {
  const kind = `${String(object['apiVersion'])}/${String(object['kind'])}`;
  // All rules start at the whole object, so several rules would compare the same values. `isSameOnce` compares each
  // pair of values only once.
  const isUnchanged = isSameOnce();
  return rulesOf(kind).flatMap((rule) => errorsAt({ rule, isUnchanged }, rule.steps, object, existing, ''));
}

function rulesOf(kind: string): readonly Declared[] {
  const found = read.get(kind);
  if (found !== undefined) return found;
  const made = Object.entries(own(declaredRules, kind) ?? {}).map(([path, rule]) => declared(path, rule));
  if (Object.hasOwn(declaredRules, kind)) read.set(kind, made);
  return made;
}

function declared(path: string, rule: string): Declared {
  const words = rule.split(' ');
  const steps = path.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? [];
  return {
    steps: steps.map((step) => ({ name: step.replace(/\?$/, ''), isPointer: step.endsWith('?') })),
    isRequired: words.includes('required'),
    isImmutable: words.includes('immutable'),
    check: every(...words.map((word) => declaredCheck(word, words))),
  };
}

/** One rule, and the function that compares old and new values. All rules share the function. */
interface Checked {
  readonly rule: Declared;
  readonly isUnchanged: typeof isSame;
}

function errorsAt(
  checked: Checked,
  [step, ...rest]: readonly Step[],
  value: unknown,
  old: unknown,
  path: string,
): readonly FieldError[] {
  if (step === undefined) return [];
  if (old !== undefined && checked.isUnchanged(value, old)) return [];
  if (step.name === '[]')
    return (Array.isArray(value) ? value : []).flatMap((item, at) =>
      errorsAt(checked, rest, item, undefined, `${path}[${at}]`),
    );
  if (step.name === '{}')
    return Object.entries(isRecord(value) ? value : {}).flatMap(([name, member]) =>
      errorsAt(checked, rest, member, undefined, entryOf(path, name)),
    );
  const memberOf = (one: unknown): unknown => (isRecord(one) ? one[step.name] : undefined);
  const [next, before] = [memberOf(value), memberOf(old)];
  const at = path === '' ? step.name : `${path}.${step.name}`;
  if (rest.length === 0) return leafErrors(checked, step, next, { old, before }, at);
  if (step.isPointer && !isRecord(next)) return [];
  return errorsAt(checked, rest, next, before, at);
}

function leafErrors(
  { rule: { isRequired, isImmutable, check }, isUnchanged }: Checked,
  { isPointer }: Step,
  value: unknown,
  { old, before }: { readonly old: unknown; readonly before: unknown },
  path: string,
): readonly FieldError[] {
  const isAbsent = isPointer ? value === undefined || value === null : isEmpty(value);
  const isKept = isUnchanged(value, before) || (isAbsent && isEmpty(before));
  if (old !== undefined && isKept) return [];
  const changed =
    isImmutable && old !== undefined ? [fieldInvalid(path, sorted(value), 'field is immutable')] : [];
  if (isAbsent) return [...changed, ...(isRequired ? [fieldRequired(path, '')] : [])];
  return [...changed, ...check(value, path)];
}

const isEmpty = (value: unknown): boolean =>
  isNothing(value) || (isRecord(value) && Object.keys(value).length === 0);
