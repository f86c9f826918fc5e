import { describe, expect, it } from '@jest/globals';
import {
  codeBehind,
  connectionProblem,
  isUntrusted,
} from '../../../src/cli/connection/connection-problem.ts';

const withCode = (code: unknown, cause?: unknown): Error =>
  Object.assign(new Error('it failed', { cause }), { code });

describe('connectionProblem', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'the certificate of the server has expired (CERT_HAS_EXPIRED)'],
    ['EAI_AGAIN', 'the name of the server could not be resolved (EAI_AGAIN)'],
    ['ECONNREFUSED', 'the connection was refused (ECONNREFUSED)'],
    ['ECONNRESET', 'the connection broke off (ECONNRESET)'],
    ['EHOSTUNREACH', 'there is no route to the server (EHOSTUNREACH)'],
    ['ENETUNREACH', 'there is no route to the server (ENETUNREACH)'],
    ['ENOTFOUND', 'the name of the server could not be resolved (ENOTFOUND)'],
    ['EPIPE', 'the connection broke off (EPIPE)'],
    ['EPROTO', 'the server does not follow the TLS protocol (EPROTO)'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the server does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER)'],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'the certificate of the server has another name (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    ['ETIMEDOUT', 'the server did not answer in time (ETIMEDOUT)'],
    [
      'ERR_OSSL_PEM_NO_START_LINE',
      'a certificate or key to log in with cannot be used (ERR_OSSL_PEM_NO_START_LINE)',
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate of the server is not trusted (SELF_SIGNED_CERT_IN_CHAIN)'],
  ])('should describe %s in words', (code, problem) => {
    expect(connectionProblem(withCode(code))).toBe(problem);
    expect(connectionProblem(withCode(undefined, withCode(code)))).toBe(problem);
  });

  it.each(['EOTHER', 'NOT_ERR_OSSL_', 'toString', 7, undefined])('should keep the message for %p', (code) => {
    expect(connectionProblem(withCode(code))).toBe('it failed');
  });
});

describe('codeBehind', () => {
  it('should return the code of the innermost error with a code, at most five errors deep', () => {
    const nested = (depth: number, code: string): Error =>
      depth === 0 ? withCode(code) : new Error('around', { cause: nested(depth - 1, code) });

    expect(codeBehind(withCode('EOUTER', withCode('EINNER', new Error('last'))))).toBe('EINNER');
    expect(codeBehind(nested(4, 'EDEEP'))).toBe('EDEEP');
    expect(codeBehind(nested(5, 'EDEEP'))).toBeUndefined();
    expect(codeBehind('no error')).toBeUndefined();
  });
});

describe('isUntrusted', () => {
  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('should be true for %s', (code) => {
    expect(isUntrusted(code)).toBe(true);
  });

  it.each(['CERT_HAS_EXPIRED', 'X_SELF_SIGNED_CERT_IN_CHAIN', 'SELF_SIGNED_CERT_IN_CHAIN_X', 'UNABLE_TO_'])(
    'should be false for %s',
    (code) => {
      expect(isUntrusted(code)).toBe(false);
    },
  );
});
