import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ConnectionError, OptionsError } from '../../src/objects/index.ts';
import { brokenOffError, credentialsError, noAnswerError } from '../../src/source/index.ts';

const cause = new TypeError('Bearer abc', {
  cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
});

describe('errors of transports', () => {
  it.each([
    [
      'noAnswerError',
      noAnswerError('https://host', cause),
      'no answer from https://host (ECONNREFUSED): nothing listens at this address and port',
    ],
    [
      'brokenOffError',
      brokenOffError('https://host', cause),
      'https://host broke off (ECONNREFUSED); if that',
    ],
    ['credentialsError', credentialsError(cause), 'the credentials are not available'],
  ])('should describe the likely problem, keep the cause and not repeat its text: %s', (_, error, text) => {
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain(text);
    expect(error.message).not.toContain('abc');
    expect(error.cause).toBe(cause);
    expect(error.failure).toBe('transient');
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed', '--certificate-authority'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'authority that is not trusted', '(ca)'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'authority that is not trusted', '(ca)'],
    ['CERT_HAS_EXPIRED', 'not valid at this time', 'clock'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'another host name', 'tls-server-name'],
    ['ENOTFOUND', 'host name could not be resolved', 'host name'],
    ['EAI_AGAIN', 'host name could not be resolved', 'DNS'],
    ['ETIMEDOUT', 'cannot be reached', 'firewall'],
    ['ECONNRESET', 'closed before the answer', 'proxy'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no TLS connection', 'https'],
    ['HPE_INVALID_CONSTANT', 'does not speak HTTP', 'address'],
    ['EWEIRD', 'is the address right', 'cause'],
  ])('should explain why there was no answer, and advise how to fix it: %s', (code, why, advice) => {
    const error = noAnswerError('https://host', new TypeError('fetch failed', { cause: { code } }));

    expect(error.message).toContain(`no answer from https://host (${code}): `);
    expect(error.message).toContain(why);
    expect(error.advice).toContain(advice);
    expect(error.message).not.toContain('CORS');
  });

  it('should keep nothing of a certificate, because the server chooses its names', () => {
    const altname = (): Error =>
      Object.assign(new Error("Host: a. is not cert's CN: Bearer-abc"), {
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
        reason: "Host: a. is not cert's CN: Bearer-abc",
        host: 'a',
        cert: { subject: { CN: 'Bearer-abc' } },
      });

    for (const cause of [altname(), new TypeError('fetch failed', { cause: altname() })]) {
      const error = noAnswerError('https://a', cause);

      expect(error.message).toContain('another host name');
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('abc');
    }
  });

  it('should mention CORS only in a browser', () => {
    const says = (): string => noAnswerError('https://host', new TypeError('Failed to fetch')).message;
    expect(says()).not.toContain('CORS');

    Object.assign(globalThis, { location: { href: 'https://page' } });
    try {
      expect(says()).toContain('this origin allowed (CORS)');
    } finally {
      Reflect.deleteProperty(globalThis, 'location');
    }
  });

  it('should return a KubeError unchanged', () => {
    const error = new OptionsError('x', 1, '2');

    expect(noAnswerError('s', error)).toBe(error);
    expect(brokenOffError('s', error)).toBe(error);
    expect(credentialsError(error)).toBe(error);
  });

  it.each([undefined, null, 'text', new Error('x'), { code: 7 }, { code: 'a b' }])(
    'should not need an error code: %p',
    (odd) => {
      expect(noAnswerError('https://host', odd).message).toContain('no answer from https://host: is');
    },
  );
});
