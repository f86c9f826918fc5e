import { describe, expect, it } from '@jest/globals';
import { EMPTY } from 'rxjs';
import type { Host } from '../../../src/cli/output/host.ts';
import { hideCredentialsOf, redactor } from '../../../src/cli/output/redactor.ts';

const redact = (words: readonly string[], environment: Record<string, string> = {}): string =>
  redactor({ arguments: words, environment })('who is s3cret? s3cret!');

describe('redactor', () => {
  it('should remove the token, from any source', () => {
    const expected = 'who is (token)? (token)!';

    expect(redact(['watch', '--token', 's3cret'])).toBe(expected);
    expect(redact(['watch', '--token=s3cret'])).toBe(expected);
    expect(redact([], { RX_INFORMER_TOKEN: 's3cret\n' })).toBe(expected);
  });

  it('should not change a text without a token', () => {
    expect(redact(['--token'])).toBe('who is s3cret? s3cret!');
    expect(redact(['--token', 'is'])).toBe('who is s3cret? s3cret!');
  });

  it('should remove the secrets of the connections of the command', () => {
    const redactors: ((text: string) => string)[] = [];
    const host = { arguments: [], environment: {}, redactors } as unknown as Host;
    const text = redactor(host);
    const redact = (given: string): string => given.replaceAll('s3cret', '…');
    hideCredentialsOf({ transport: { redact, open: () => EMPTY } }, host);
    hideCredentialsOf({ transport: { open: () => EMPTY } }, host);

    expect(text('who is s3cret?')).toBe('who is …?');
  });

  it('should check a limited part of a text, and cut the text there', () => {
    const lengths: number[] = [];
    const redactors = [(text: string): string => (lengths.push(text.length), text)];
    const text = redactor({ arguments: [], environment: {}, redactors })('x'.repeat(10_000_000));

    expect(Math.max(...lengths)).toBeLessThan(100_000);
    expect(text).toBe(`${'x'.repeat(65_536)}…`);
  });

  it.each(['s3cret', `s3cret${'0123456789'.repeat(3_000)}`])(
    'should leave no part of a secret when it cuts a text, secret %#',
    (secret) => {
      const hide = redactor({ arguments: ['--token', secret], environment: {} });

      for (const cut of [65_536, 65_536 + 16_384, 65_536 + secret.length]) {
        for (const before of [cut - secret.length + 1, cut - 3, cut, cut + 1]) {
          const text = hide(`${'x'.repeat(before)}${secret}${'x'.repeat(100_000)}`);
          expect(text).not.toMatch(/x(s|s3|s3c|s3cr|s3cre|s3cret.*)…?$/);
          expect(text.includes('012')).toBe(false);
        }
      }
    },
  );
});
