import { describe, expect, it } from '@jest/globals';
import { checkSelectors } from '../../../src/cli/arguments/selectors.ts';
import { CommandError } from '../../../src/cli/command-error.ts';

function refusal(...selectors: Parameters<typeof checkSelectors>): readonly string[] {
  try {
    checkSelectors(...selectors);
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === 2) return [error.message, ...error.hints];
    throw error;
  }
  return [];
}

describe('checkSelectors', () => {
  it('should accept valid selectors, and no selectors', () => {
    expect(refusal('app=web,tier in (a,b)', 'status.phase!=Running')).toEqual([]);
    expect(refusal(undefined, undefined)).toEqual([]);
  });

  it('should point at the position of an error', () => {
    expect(refusal('a=b=c', undefined)).toEqual([
      "--selector must be a label selector, not \"a=b=c\": at 4: expected ',' or the end, found '='",
      '    a=b=c',
      '       ^',
    ]);
    expect(refusal(undefined, 'a')[0]).toBe(
      '--field-selector must be a field selector, not "a": at 2: expected one of = == != and a value',
    );
  });
});
