import { describe, expect, it } from '@jest/globals';
import { ConnectionError, ProtocolError, StatusError } from 'rx-informer';
import { noAnswerError, statusErrorOf, webPageError } from '../../../src/source/index.ts';
import { CommandError } from '../../../src/cli/command-error.ts';
import { refusalOf } from '../../../src/cli/connection/refusal.ts';

const server = { server: 'https://a', loginHint: 'Look at the login.', authorityHint: 'Give the authority.' };
const linesOf = (error: unknown): readonly string[] => {
  const refusal = refusalOf(server, error);
  return refusal instanceof CommandError ? [refusal.message, ...refusal.hints] : [];
};
const because = (code: string): ConnectionError =>
  new ConnectionError('no', {
    cause: new Error('tls', { cause: Object.assign(new Error('deep'), { code }) }),
  });

describe('refusalOf', () => {
  it('should explain how to log in', () => {
    expect(linesOf(new StatusError({ code: 401, message: 'Unauthorized' }))).toEqual([
      'https://a refused the login: Unauthorized',
      'Look at the login.',
    ]);
    expect(linesOf(statusErrorOf(401, undefined, 'Unauthorized', { path: '/api' }))[0]).toMatch(
      /^https:\/\/a refused the login: GET \/api \(Unauthorized\): /,
    );
    const quoted = 'a proxy: the API server answered 401 to GET /api';
    expect(linesOf(new StatusError({ code: 401, message: quoted }))[0]).toBe(
      `https://a refused the login: ${quoted}`,
    );
    expect(linesOf(new StatusError({ code: 403, message: 'alice may not' }))).toEqual([
      'https://a answered 403: alice may not',
    ]);
  });

  it('should show the status code once', () => {
    expect(linesOf(new StatusError({ code: 429, message: 'the API server answered 429' }))).toEqual([
      'https://a answered 429',
    ]);
    expect(
      linesOf(new StatusError({ code: 429, message: 'the API server answered 429: slow down' })),
    ).toEqual(['https://a answered 429: slow down']);
  });

  it('should give no advice for browsers', () => {
    const [line = ''] = linesOf(noAnswerError('https://a', new Error('what is that?')));

    expect(line).toBe(
      'cannot reach https://a: no answer from https://a: is the address right, the server up, its certificate trusted?',
    );
  });

  it('should report a server that expects TLS', () => {
    const text = 'Client sent an HTTP request to an HTTPS server.';

    expect(linesOf(new StatusError({ code: 400, message: `the API server answered 400: ${text}` }))).toEqual([
      `https://a answered 400: ${text}`,
      'Is it https:// there?',
    ]);
  });

  it('should explain how to trust a certificate', () => {
    expect(linesOf(because('SELF_SIGNED_CERT_IN_CHAIN'))).toEqual([
      'cannot reach https://a: the certificate of the server is not trusted (SELF_SIGNED_CERT_IN_CHAIN)',
      'Give the authority.',
    ]);
    expect(linesOf(because('CERT_HAS_EXPIRED'))).toEqual([
      'cannot reach https://a: the certificate of the server has expired (CERT_HAS_EXPIRED)',
    ]);
  });

  it('should explain why there is no answer', () => {
    expect(linesOf(because('ECONNREFUSED'))).toEqual([
      'cannot reach https://a: the connection was refused (ECONNREFUSED)',
      'Is the address right, with its port, and is the server up?',
    ]);
    expect(linesOf(because('ERR_SSL_WRONG_VERSION_NUMBER'))[1]).toBe('Is it http:// there?');
    expect(linesOf(because('EPROTO'))[1]).toBe('Is it http:// there?');
    for (const code of ['X_EPROTO', 'EPROTO_X', 'NOT_ERR_SSL_A'])
      expect(linesOf(because(code))).toHaveLength(1);
    expect(linesOf(because('EWEIRD'))).toEqual(['cannot reach https://a: no']);
    expect(linesOf(new ConnectionError('no'))).toEqual(['cannot reach https://a: no']);
  });

  it('should report a server that is not an API server', () => {
    const strange = new ProtocolError('not JSON');

    expect(linesOf(strange)).toEqual([
      'https://a does not answer as a Kubernetes API server does: not JSON',
      'Is the URL right, with its port and its path?',
    ]);
    expect(refusalOf(server, strange)).toHaveProperty('cause', strange);
  });

  it('should report that a proxy requires a login', () => {
    const page = linesOf(webPageError('GET /api', ''));
    const redirect = linesOf(statusErrorOf(302, undefined, '', { path: '/api' }));

    for (const [line, ...hints] of [page, redirect]) {
      expect(line).toMatch(/^https:\/\/a: .*a login proxy asks to sign in/);
      expect(hints).toEqual(['Look at the login.', 'Is the URL right, with its port and its path?']);
    }
  });

  it('should not change other errors', () => {
    const mistake = new TypeError('x is not a function');

    expect(refusalOf(server, mistake)).toBe(mistake);
  });
});
