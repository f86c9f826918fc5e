import { selectorError } from './selector-error.ts';

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
export function unescapeField(text: string, refuse: (at: number, problem: string) => Error): string {
  return text.replace(/\\([\\,=]?)|[,=]/g, (found, escaped: string | undefined, at: number) => {
    if (escaped === undefined) throw refuse(at, `expected a backslash before ${found}`);
    if (escaped === '') throw refuse(at, 'a backslash stands before a backslash, a comma or an equals sign');
    return escaped;
  });
}
