import { aString, checkArgument } from './check-options.ts';
import type { StringMap } from './kube-object.ts';
import { selectorError } from './options-error.ts';

/** A parsed field selector. `String(selector)` is the text for the API server. */
export interface FieldSelector {
  /**
   * The requirements of the selector, sorted by their text as in Go. An object has to match all requirements.
   */
  readonly requirements: readonly FieldRequirement[];
  /** @param fields - values by path, such as `metadata.name`; an absent value is `''` */
  matches(fields: StringMap): boolean;
  toString(): string;
}

export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/**
 * Parses a field selector such as `'metadata.name=web,status.phase!=Running'`, like apimachinery's
 * `fields.ParseSelector`. An empty text selects everything. `==` means `=`. In a value, put a backslash
 * before `,` `=` and `\`: see {@link escapeFieldValue}. Blanks are part of a value. Each resource allows only
 * some fields, and the server refuses all other fields.
 *
 * @throws OptionsError whose message shows the place of the mistake
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
    // As in Go, a term that consists only of an operator, such as `=`, is ignored.
    .filter(({ field, value }) => field !== '' || value !== '');

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
 * Throws an OptionsError for a text that is not a field selector. The function does not import the code that
 * matches objects. So the bundle of a program that only sends selectors is smaller.
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
  readonly at: number;
}

/** Splits a field selector at its commas. Escaped commas stay unchanged. */
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

/**
 * Parses one requirement. The first operator in the text counts, because a field name contains no escapes.
 */
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

/**
 * Compares two texts as Go does: by their bytes in UTF-8, which is the order of code points. JavaScript
 * compares units of UTF-16, which is another order.
 */
function compareCodePoints(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

/** Escapes a value for a field selector: puts a backslash before `\`, `,` and `=`. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}

/**
 * Unescapes a value of a field selector.
 *
 * @throws OptionsError for an unescaped `,` or `=`, and for a backslash at the end or before another character
 */
export function unescapeFieldValue(text: string): string {
  return unescapeField(text, (at, problem) =>
    selectorError('unescapeFieldValue', 'a field value', text, at, problem),
  );
}

/** Unescapes a value of a field selector. `refuse` creates the error from the index of the mistake. */
function unescapeField(text: string, refuse: (at: number, problem: string) => Error): string {
  return text.replace(/\\([\\,=]?)|[,=]/g, (found, escaped: string | undefined, at: number) => {
    if (escaped === undefined) throw refuse(at, `expected a backslash before ${found}`);
    if (escaped === '') throw refuse(at, 'a backslash stands before a backslash, a comma or an equals sign');
    return escaped;
  });
}
