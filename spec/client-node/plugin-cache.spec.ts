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
  it('should bear whatever a config holds, and leave what it does not know', () => {
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

  it('should bear a config that tells no user and no authenticators', () => {
    const config = { getCurrentCluster: () => null, applyToHTTPSOptions: () => Promise.resolve() };

    expect(() => {
      pluginCacheOf(config).forget();
      pluginCacheOf(config).mend();
    }).not.toThrow();
  });

  it('should forget the credentials of its user, and of no other', () => {
    const tokenCache: Record<string, unknown> = { alice: { status: {} }, bob: { status: {} } };

    pluginCacheOf(configOf({ name: 'alice' }, [{ tokenCache }])).forget();

    expect(tokenCache).toEqual({ alice: null, bob: { status: {} } });
  });

  it('should forget what an authenticator of the user’s own remembers in the same shape', () => {
    const own = { token: 'a', lastRead: new Date() };

    pluginCacheOf(configOf({ name: 'alice' }, [], [own])).forget();

    expect(own.lastRead).toBeNull();
  });

  it('should give an issuer as a URL while a plugin is asked, and leave it as it was', () => {
    const config: Record<string, unknown> = { 'idp-issuer-url': 'https://issuer' };
    const cache = pluginCacheOf(configOf({ name: 'alice', authProvider: { name: 'oidc', config } }, []));

    cache.prepare();
    expect(config['idp-issuer-url']).toEqual(new URL('https://issuer'));
    cache.mend();

    expect(config).toEqual({ 'idp-issuer-url': 'https://issuer' });
  });

  it('should leave an expiry that a plugin named', () => {
    const status = { token: 'a', expirationTimestamp: '2026-01-01T00:00:00Z' };

    pluginCacheOf(configOf({ name: 'alice' }, [{ tokenCache: { alice: { status } } }])).mend();

    expect(status.expirationTimestamp).toBe('2026-01-01T00:00:00Z');
  });
});

const structuredCloneOf = (value: unknown): unknown => JSON.parse(JSON.stringify([value]));
