import { describe, expect, it } from '@jest/globals';
import { EMPTY } from 'rxjs';
import type { Host } from '../../../src/cli/output/host.ts';
import { hideCredentialsOf, redactor } from '../../../src/cli/output/redactor.ts';

const redact = (words: readonly string[], environment: Record<string, string> = {}): string =>
  redactor({ arguments: words, environment })('who is s3cret? s3cret!');

describe('redactor', () => {
  it('should take the token out, wherever it came from', () => {
    const expected = 'who is (token)? (token)!';

    expect(redact(['watch', '--token', 's3cret'])).toBe(expected);
    expect(redact(['watch', '--token=s3cret'])).toBe(expected);
    expect(redact([], { RX_INFORMER_TOKEN: 's3cret\n' })).toBe(expected);
  });

  it('should leave a text alone that has none', () => {
    expect(redact(['--token'])).toBe('who is s3cret? s3cret!');
    expect(redact(['--token', 'is'])).toBe('who is s3cret? s3cret!');
  });

  it('should take out what the connections of the command hide', () => {
    const concealers: ((text: string) => string)[] = [];
    const host = { arguments: [], environment: {}, concealers } as unknown as Host;
    const text = redactor(host);
    const conceal = (given: string): string => given.replaceAll('s3cret', '…');
    hideCredentialsOf({ transport: { conceal, open: () => EMPTY } }, host);
    hideCredentialsOf({ transport: { open: () => EMPTY } }, host);

    expect(text('who is s3cret?')).toBe('who is …?');
  });
});
