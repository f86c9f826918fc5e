import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import {
  assertMarbles,
  emissionsOf,
  kubeObject,
  MarbleAssertionError,
  marbleScheduler,
} from 'rx-informer/testing';

const [a1, a2] = ['1', '2'].map((resourceVersion) => kubeObject('shop/a', { metadata: { resourceVersion } }));
const values = { a: a1, b: a2 };

function failure(
  came: string,
  expected: string,
  dictionary?: Record<string, unknown>,
  wanted: Record<string, unknown> | undefined = dictionary,
): string {
  const seen = marbleScheduler().run(({ cold }) => emissionsOf(cold(came, dictionary)));
  try {
    assertMarbles(seen, expected, wanted);
  } catch (error) {
    if (error instanceof MarbleAssertionError) return error.message;
    throw error;
  }
  return 'none';
}

describe('assertMarbles', () => {
  it('should pass if the emissions are as expected', () => {
    expect(failure('-a-(bc)-|', '-a-(bc)-|')).toBe('none');
    expect(failure('-a 999ms b', '-a 999ms b', values)).toBe('none');
    expect(failure('-#', '-#')).toBe('none');
    expect(failure('-a', '-a', { a: { n: 1 } }, { a: { n: expect.any(Number), absent: undefined } })).toBe(
      'none',
    );
  });

  it('should show both diagrams, and the first difference', () => {
    expect(failure('--a---b|', '--a--b-|')).toBe(`the marbles are not as expected

expected  --a--b-|
received  --a---b|

at 5 ms: expected b, received nothing`);
  });

  it('should describe the difference between two values', () => {
    expect(failure('-b', '-a', values)).toBe(`the marbles are not as expected

expected  -a
received  -b

at 1 ms: expected a (object shop/a@1), received b (object shop/a@2)
  metadata.resourceVersion: expected "1", received "2"`);
  });

  it('should show the value of a letter that is in no dictionary', () => {
    const dictionary = { a: { n: 0 }, b: a2 };

    expect(failure('-c-(de)|', '-a|', { c: { n: 1 }, d: a2, e: 4 }, dictionary))
      .toBe(`the marbles are not as expected

expected  -a|
received  -c-(bd)|

at 1 ms: expected a ({"n":0}), received c ({"n":1})
  n: expected 0, received 1

c = {"n":1}
d = 4`);
  });

  it('should distinguish an error from a completion', () => {
    expect(failure('-#', '-|')).toContain('at 1 ms: expected | (completed), received # ("error")');
    expect(failure('-', '-|')).toContain('at 1 ms: expected | (completed), received nothing more');
    expect(failure('--a', '-')).toContain('at 2 ms: expected nothing more, received a');
  });

  it('should compare values only with values, and errors with errors', () => {
    expect(failure('-(ab)', '-(a|)', values)).toContain(
      'at 1 ms: expected | (completed), received b (object shop/a@2)',
    );
    expect(failure('-(a|)', '-(ab)', values)).toContain(
      'expected b (object shop/a@2), received | (completed)',
    );
    expect(failure('-|', '-#')).toContain('at 1 ms: expected # ("error"), received | (completed)');
    expect(failure('-#', '-a')).toContain('at 1 ms: expected a, received # ("error")');
    expect(failure('-a', '-#')).toContain('at 1 ms: expected # ("error"), received a');
  });

  it('should list no members if the times differ, or for values without members', () => {
    expect(failure('--b', '-a', values)).toMatch(
      /at 1 ms: expected a \(object shop\/a@1\), received nothing$/,
    );
    expect(failure('-b', '-a')).toMatch(/at 1 ms: expected a, received b$/);
    expect(failure('-a', '-a', { a: 1 }, { a: 2 })).not.toContain('expected 2, received 1\n  ');
  });

  it('should report that nothing was emitted, or that nothing was expected', () => {
    expect(failure('-', '-a')).toContain('expected  -a\nreceived  (nothing)\n');
    expect(failure('-a', '-')).toContain('expected  (nothing)\nreceived  -a\n');
  });

  it('should compare the errors', () => {
    const seen = marbleScheduler().run(({ cold }) => emissionsOf(cold('-#', {}, new Error('one'))));

    expect(() => assertMarbles(seen, '-#', {}, new Error('one'))).not.toThrow();
    expect(() => assertMarbles(seen, '-#', {}, new Error('another'))).toThrow(
      'message: expected "another", received "one"',
    );
  });

  it('should pass both diagrams to test runners that show them', () => {
    const seen = marbleScheduler().run(({ cold }) => emissionsOf(cold('-a')));

    expect(() => assertMarbles(seen, '-b')).toThrow(
      expect.objectContaining({ name: 'MarbleAssertionError', actual: '-a', expected: '-b' }),
    );
  });

  it('should refuse a letter without a value, and an invalid recording', () => {
    expect(() => failure('-a', '-x', values)).toThrow(OptionsError);
    expect(() => failure('-a', '-x', values)).toThrow('one of the dictionary: a, b');
    expect(() => failure('-a', '-(a')).toThrow('a diagram whose groups are closed');
    expect(() => assertMarbles('--a' as never, '--a')).toThrow(OptionsError);
  });
});
