import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { fc } from '../support/properties.ts';
import { withoutSecrets } from '../../src/client-node/bounded-plugin.ts';
import { OptionsError } from '../../src/objects/index.ts';

const messageOf = (error: unknown): string => (withoutSecrets(error) as Error).message;

describe('withoutSecrets', () => {
  it('should remove a token at any position', () => {
    const token = fc.stringMatching(/^[\w.+/=-]{20,60}$/);
    fc.assert(
      fc.property(token, fc.string(), fc.string(), (secret, before, after) => {
        const error = new Error(`${before} ${secret} ${after}`, { cause: new Error(secret) });
        Object.assign(error, { stdout: secret, spawnargs: [secret] });

        expect(inspect(withoutSecrets(error), { depth: null, showHidden: true })).not.toContain(secret);
      }),
    );
  });

  it('should keep plain words', () => {
    expect(messageOf(new Error('aws: the SSO session has expired, run "aws sso login"'))).toBe(
      'aws: the SSO session has expired, run "aws sso login"',
    );
  });

  it('should keep Node’s message about a file or a program, and its code', () => {
    const error = Object.assign(
      new Error("ENOENT: no such file, open '/var/run/secrets/a/long/path/token'"),
      {
        code: 'ENOENT',
        syscall: 'open',
      },
    );

    expect(withoutSecrets(error)).toMatchObject({ message: error.message, code: 'ENOENT' });
  });

  it('should not quote text that is not JSON', () => {
    expect(messageOf(new SyntaxError('Unexpected token e, "eyJh" is not valid JSON'))).toBe(
      'what a plugin printed, or what a file holds, is not JSON',
    );
  });

  it('should remove a code that is not a string', () => {
    expect(withoutSecrets({ message: 'x', code: 8 })).not.toHaveProperty('code');
  });

  it.each([undefined, null, 'why', 7, { message: 8 }])('should accept any thrown value: %p', (thrown) => {
    expect(withoutSecrets(thrown)).toBeInstanceOf(Error);
  });

  it('should return a KubeError unchanged', () => {
    const error = new OptionsError('a', 1, 'b');

    expect(withoutSecrets(error)).toBe(error);
  });
});
