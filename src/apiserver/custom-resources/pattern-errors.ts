import type { Json } from '../json.ts';
import { javaScriptPattern } from '../schema/pattern.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/** A pattern that is none; also one that Go understands and JavaScript cannot say. */
export function patternErrors({ pattern }: Json, path: string): readonly FieldError[] {
  if (typeof pattern !== 'string') return [];
  try {
    javaScriptPattern(pattern);
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const words = `must be a valid regular expression, but isn't: error parsing regexp: ${why}`;
    return [fieldInvalid(`${path}.pattern`, pattern, words)];
  }
}
