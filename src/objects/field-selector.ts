import { aString, checkArgument } from './check-options.ts';
import type { StringMap } from './kube-object.ts';
import { selectorError } from './options-error.ts';

/** A parsed field selector. `String(selector)` is the form the API server takes. */
export interface FieldSelector {
  /** Sorted by their text, as in Go; all of them must hold. */
  readonly requirements: readonly FieldRequirement[];
  /** @param fields - values by path, such as `metadata.name`; an absent one is `''` */
  matches(fields: StringMap): boolean;
  toString(): string;
}

/** One term of a field selector. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/**
 * Reads `'metadata.name=web,status.phase!=Running'`; an empty one selects everything (apimachinery's
 * `fields.ParseSelector`).
 *
 * `==` is `=`. A backslash escapes `,` `=` and `\` in a value: see {@link escapeFieldValue}. Blanks are data. Which
 * fields there are depends on the resource; the server refuses others.
 *
 * @throws OptionsError that points at the place
 *
 * @example
 * ```ts
 * fieldSelector('spec.nodeName=').matches({ 'metadata.name': 'web' }); // true: not scheduled
 * ```
 */
export function fieldSelector(text: string): FieldSelector {
  checkArgument('fieldSelector', text, aString);
  const requirements = readTerms(text)
    .sort((a, b) => compareCodePoints(a.text, b.text))
    .map((term) => term.requirement)
    .filter(({ field, value }) => field !== '' || value !== ''); // a bare operator asks for nothing in Go

  return {
    requirements,
    matches: (fields) =>
      requirements.every(({ field, operator, value }) => {
        const given = Object.hasOwn(fields, field) ? fields[field] : '';
        return (given === value) === (operator === '=');
      }),
    toString: () =>
      requirements.map(({ field, operator, value }) => field + operator + escapeFieldValue(value)).join(','),
  };
}

/**
 * Throws an OptionsError for a text that is no field selector.
 *
 * The same grammar without what it selects with: a program that only sends selectors has that not in its bundle.
 */
export function checkFieldSelector(text: string): void {
  readTerms(text);
}

interface ReadTerm {
  readonly text: string;
  readonly requirement: FieldRequirement;
}

function readTerms(text: string): ReadTerm[] {
  return termsOf(text)
    .filter((term) => term.text !== '')
    .map((term) => ({ text: term.text, requirement: requirementOf(term, text) }));
}

interface Term {
  readonly text: string;
  /** Index in the selector. */
  readonly at: number;
}

/** Split at commas but those behind a backslash, which stay as they are. */
function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(/\\[^]|,/g)) {
    if (found !== ',') continue;
    terms.push({ text: text.slice(start, index), at: start });
    start = index + 1;
  }
  return [...terms, { text: text.slice(start), at: start }];
}

/** Nothing is escaped left of the operator, so the first one counts. */
function requirementOf(term: Term, text: string): FieldRequirement {
  const refuse = (at: number, problem: string): Error =>
    selectorError('fieldSelector', 'a field selector', text, term.at + at, problem);
  const found = /!=|==?/.exec(term.text);
  if (found === null) throw refuse(term.text.length, 'expected one of = == != and a value');
  const valueAt = found.index + found[0].length;
  return {
    field: term.text.slice(0, found.index),
    operator: found[0] === '!=' ? '!=' : '=',
    value: unescapeField(term.text.slice(valueAt), (at, problem) => refuse(valueAt + at, problem)),
  };
}

/** Go compares bytes of UTF-8, which is the order of code points; JavaScript's own is that of UTF-16. */
function compareCodePoints(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

/** A value as it stands in a field selector: `\`, `,` and `=` behind a backslash. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}

/**
 * The value that an escaped text stands for.
 *
 * @throws OptionsError for a bare `,` or `=`, for a backslash before anything else, and for one at the end
 */
export function unescapeFieldValue(text: string): string {
  return unescapeField(text, (at, problem) =>
    selectorError('unescapeFieldValue', 'a field value', text, at, problem),
  );
}

/** The same, with an error of one's own: `refuse` gets the index of what is wrong. */
function unescapeField(text: string, refuse: (at: number, problem: string) => Error): string {
  return text.replace(/\\([\\,=]?)|[,=]/g, (found, escaped: string | undefined, at: number) => {
    if (escaped === undefined) throw refuse(at, `expected a backslash before ${found}`);
    if (escaped === '') throw refuse(at, 'a backslash stands before a backslash, a comma or an equals sign');
    return escaped;
  });
}
