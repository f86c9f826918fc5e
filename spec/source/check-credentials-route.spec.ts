import { describe, expect, it } from '@jest/globals';
import { OptionsError } from '../../src/objects/index.ts';
import { checkCredentialsRoute, hasCredentials } from '../../src/source/index.ts';

const check =
  (url: string, more: { proxyHost?: string; allowInsecureCredentials?: boolean } = {}) =>
  () =>
    checkCredentialsRoute({ of: 'f', allowInsecureCredentials: false, url: new URL(url), ...more });

describe('checkCredentialsRoute', () => {
  it.each([
    'https://kube.example:6443',
    'http://127.0.0.1:8080',
    'http://127.1.2.3',
    'http://127.1',
    'http://[::1]:8080',
    'http://LOCALHOST:1',
  ])('should allow credentials to %s', (url) => {
    expect(check(url)).not.toThrow();
  });

  it.each([
    'http://kube.example',
    'http://10.0.0.1:8080',
    'http://128.0.0.1',
    'http://0.0.0.0:8080',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://notlocalhost',
    'http://kube.localhost',
    'http://localhost.',
    'http://[::2]',
    'http://[::ffff:10.0.0.1]',
  ])('should refuse credentials to %s unless allowInsecureCredentials is set', (url) => {
    expect(check(url)).toThrow(OptionsError);
    expect(check(url, { allowInsecureCredentials: true })).not.toThrow();
  });

  it('should refuse a loopback address behind a remote proxy, where it is the loopback of the proxy', () => {
    expect(check('http://127.0.0.1', { proxyHost: 'proxy.example' })).toThrow(OptionsError);
    expect(check('http://127.0.0.1', { proxyHost: '::1' })).not.toThrow();
    expect(check('https://kube.example', { proxyHost: 'proxy.example' })).not.toThrow();
  });

  it('should name the remedies, and not show a password of the URL', () => {
    expect(check('http://alice:hunter2@kube.example/path')).toThrow(
      'f: server must be an https URL where credentials are sent, not "http://kube.example": over http everyone on the way can read the credentials, so nothing was sent; use https, a loopback address such as 127.0.0.1 without a proxy, or allowInsecureCredentials: true',
    );
  });
});

describe('hasCredentials', () => {
  it.each([
    'Authorization',
    'cookie',
    'Proxy-Authorization',
    'X-Auth-Token',
    'X-Api-Key',
    'x-apikey',
    'Ocp-Apim-Subscription-Key',
    'x-functions-key',
    'X-Goog-IAP-JWT-Assertion',
    'Sec-WebSocket-Protocol',
    'X-Amz-Security-Token',
    'X-Hub-Signature',
    'X-Session-Id',
    'X-Basic-Auth',
  ])('should recognise the header %s', (name) => {
    expect(hasCredentials([name])).toBe(true);
  });

  it('should not recognise headers without a secret', () => {
    expect(hasCredentials(['accept', 'user-agent', 'impersonate-user', 'content-type', 'x-a'])).toBe(false);
  });
});
