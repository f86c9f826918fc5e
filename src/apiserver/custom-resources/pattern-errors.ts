import type { Json } from '../json.ts';
import { javaScriptPattern } from '../schema/pattern.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/** A pattern that is none; also one that Go understands and JavaScript cannot say. */
export function patternErrors({ pattern }: Json, path: string): readonly FieldError[] {
  if (typeof pattern !== 'string') return [];
  const unknown = perl(pattern);
  if (unknown !== undefined) return [refused(path, pattern, unknown)];
  try {
    javaScriptPattern(pattern);
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      refused(path, pattern, why.endsWith('Unterminated group') ? `missing closing ): \`${pattern}\`` : why),
    ];
  }
}

function refused(path: string, pattern: string, why: string): FieldError {
  const words = `must be a valid regular expression, but isn't: error parsing regexp: ${why}`;
  return fieldInvalid(`${path}.pattern`, pattern, words);
}

/** What JavaScript has and RE2 has not: looking around, and back at a group. */
function perl(pattern: string): string | undefined {
  const [, group, reference] =
    /^(?:[^\\([]|\\[^1-9k]|\[\^?\]?(?:[^\]\\]|\\.)*\]|\((?!\?<?[=!]))*(?:(\(\?<?[=!])|(\\[1-9k]))/s.exec(
      pattern,
    ) ?? [];
  if (reference !== undefined) return `invalid escape sequence: \`${reference}\``;
  return group && `invalid or unsupported Perl syntax: \`${group.slice(0, 3)}\``;
}
