import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import type { KubeConfigLike } from '../../src/client-node/index.ts';
import { pluginCacheOf } from '../../src/client-node/plugin-cache.ts';

const configOf = (user: unknown, authenticators: unknown, custom?: unknown): KubeConfigLike =>
  ({
    getCurrentCluster: () => null,
    getCurrentUser: () => user,
    applyToHTTPSOptions: () => Promise.resolve(),
    authenticators,
    custom_authenticators: custom,
  }) as KubeConfigLike;

describe('pluginCacheOf', () => {
  it('should accept any config, and not change unknown fields', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (user, one, unknown) => {
        const authenticators = [one, { other: structuredCloneOf(unknown) }];
        const before = JSON.stringify(authenticators[1]);
        const cache = pluginCacheOf(configOf(user, authenticators, one));

        cache.forget();
        cache.prepare();
        cache.mend();

        expect(JSON.stringify(authenticators[1])).toBe(before);
      }),
    );
  });

  it('should accept a config without a user and authenticators', () => {
    const config = { getCurrentCluster: () => null, applyToHTTPSOptions: () => Promise.resolve() };

    expect(() => {
      pluginCacheOf(config).forget();
      pluginCacheOf(config).mend();
    }).not.toThrow();
  });

  it('should forget the credentials of its user only', () => {
    const tokenCache: Record<string, unknown> = { alice: { status: {} }, bob: { status: {} } };

    pluginCacheOf(configOf({ name: 'alice' }, [{ tokenCache }])).forget();

    expect(tokenCache).toEqual({ alice: null, bob: { status: {} } });
  });

  it('should forget the credentials of a custom authenticator with the same fields', () => {
    const own = { token: 'a', lastRead: new Date() };

    pluginCacheOf(configOf({ name: 'alice' }, [], [own])).forget();

    expect(own.lastRead).toBeNull();
  });

  it('should turn the issuer into a URL while a plugin runs, and restore it afterwards', () => {
    const config: Record<string, unknown> = { 'idp-issuer-url': 'https://issuer' };
    const cache = pluginCacheOf(configOf({ name: 'alice', authProvider: { name: 'oidc', config } }, []));

    cache.prepare();
    expect(config['idp-issuer-url']).toEqual(new URL('https://issuer'));
    cache.mend();

    expect(config).toEqual({ 'idp-issuer-url': 'https://issuer' });
  });

  it('should keep an expiry that a plugin gave', () => {
    const status = { token: 'a', expirationTimestamp: '2026-01-01T00:00:00Z' };

    pluginCacheOf(configOf({ name: 'alice' }, [{ tokenCache: { alice: { status } } }])).mend();

    expect(status.expirationTimestamp).toBe('2026-01-01T00:00:00Z');
  });

  const ofIssuer = (config: object, authenticator: object = {}): ReturnType<typeof pluginCacheOf> =>
    pluginCacheOf(configOf({ name: 'alice', authProvider: { name: 'oidc', config } }, [authenticator]));

  it.each([
    ['no URL', { 'idp-issuer-url': 'issuer' }],
    ['none', {}],
    ['a number', { 'idp-issuer-url': 5 }],
  ])('should not change an issuer that is %s', (_, config: object) => {
    const before = { ...config };
    const cache = ofIssuer(config);

    cache.prepare();
    expect(config).toStrictEqual(before);
    cache.mend();

    expect(config).toStrictEqual(before);
  });

  it('should not change an issuer that is already a URL', () => {
    const url = new URL('https://issuer');
    const config = { 'idp-issuer-url': url };

    ofIssuer(config).prepare();

    expect(config['idp-issuer-url']).toBe(url);
  });

  it('should restore the tokens that an answer omitted, and no others', () => {
    const config: Record<string, unknown> = { 'id-token': 'a', 'refresh-token': 'b' };
    const cache = ofIssuer(config);
    for (const name of Object.keys(config)) Reflect.deleteProperty(config, name);

    cache.mend();

    expect(config).toStrictEqual({ 'id-token': 'a', 'refresh-token': 'b' });
  });

  it.each([
    [3_600, 0],
    [1, 1],
    [946_684_799, 0],
    [946_684_800, 946_684_800],
    [undefined, 0],
    ['3600', '3600'],
  ])('should change an expiry of %p from an issuer into %p', (currentTokenExpiration, mended) => {
    const authenticator = { currentTokenExpiration };

    ofIssuer({}, authenticator).mend();

    expect(authenticator).toEqual({ currentTokenExpiration: mended });
  });

  const whole = { 'client-id': 'me', 'refresh-token': 'b', 'idp-issuer-url': 'https://issuer' };
  it.each([
    ['remove the expiry if it can ask an issuer', whole, 9, 1],
    ['keep the expiry without an issuer', { ...whole, 'idp-issuer-url': '' }, 9, 9],
    ['keep an expiry that is not a number', whole, '9', '9'],
  ])('should %s', (_, config, currentTokenExpiration, left) => {
    const authenticator = { currentTokenExpiration };

    ofIssuer(config, authenticator).forget();

    expect(authenticator).toEqual({ currentTokenExpiration: left });
  });

  it.each([{ lastRead: 1 }, { token: 'a' }])(
    'should not treat %j as a token file',
    (authenticator: object) => {
      const before = { ...authenticator };

      ofIssuer({}, authenticator).forget();

      expect(authenticator).toStrictEqual(before);
    },
  );

  it.each([
    [{ token: 'a' }, true],
    [{ clientCertificateData: 'a' }, true],
    [{}, false],
  ])('should keep %j until a 401: %p', (status: object, isKept) => {
    ofIssuer({}, { tokenCache: { alice: { status } } }).mend();

    expect('expirationTimestamp' in status).toBe(isKept);
  });
});

const structuredCloneOf = (value: unknown): unknown => JSON.parse(JSON.stringify([value]));
