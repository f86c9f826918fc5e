import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { OptionsError } from '../../src/objects/index.ts';
import { proxyAddressOf } from '../../src/client-node/proxy-address.ts';

describe('proxyAddressOf', () => {
  it.each([
    ['http://proxy', { protocol: 'http:', host: 'proxy', port: 80 }],
    ['http://proxy:3128/', { protocol: 'http:', host: 'proxy', port: 3128 }],
    ['https://proxy', { protocol: 'https:', host: 'proxy', port: 443 }],
    ['socks5://proxy', { protocol: 'socks5:', host: 'proxy', port: 1080 }],
    ['socks5h://proxy:9050', { protocol: 'socks5:', host: 'proxy', port: 9050 }],
    ['socks://proxy', { protocol: 'socks5:', host: 'proxy', port: 1080 }],
    ['socks4a://proxy', { protocol: 'socks4:', host: 'proxy', port: 1080 }],
    ['http://[::1]:3128', { protocol: 'http:', host: '::1', port: 3128 }],
  ])('should parse %s', (url, address) => {
    expect(proxyAddressOf(url)).toEqual({ ...address, username: '', password: '' });
  });

  it('should return any name and password that a URL can contain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string(), (username, password) => {
        const url = `http://${encodeURIComponent(username)}:${encodeURIComponent(password)}@proxy`;
        expect(proxyAddressOf(url)).toMatchObject({ username, password });
      }),
    );
  });

  it('should keep a percent sign that encodes nothing', () => {
    expect(proxyAddressOf('http://a:100%@proxy')).toMatchObject({ password: '100%' });
  });

  it.each(['socks5', 'socks5h', 'socks'])(
    'should refuse for %s a value that needs more than 255 bytes, and not show it',
    (scheme) => {
      const most = 'p'.repeat(255);
      const wide = 'ä'.repeat(128);

      expect(proxyAddressOf(`${scheme}://${most}:${most}@proxy`)).toMatchObject({
        username: most,
        password: most,
      });
      for (const credentials of [`a:${most}p`, `${most}p:b`, `a:${wide}`]) {
        const read = (): unknown => proxyAddressOf(`${scheme}://${credentials}@proxy`);
        expect(read).toThrow('must be at most 255 bytes each for a socks5 proxy');
        expect(read).toThrow(OptionsError);
      }
      expect(proxyAddressOf(`http://a:${most}p@proxy`)).toMatchObject({ password: `${most}p` });
    },
  );

  it.each(['', 'proxy:3128', 'ftp://a:hunter2@proxy', 'socks6://proxy', '//proxy'])(
    'should refuse %p, and not repeat it in the error',
    (url) => {
      expect(() => proxyAddressOf(url)).toThrow(OptionsError);
      expect(() => proxyAddressOf(url)).not.toThrow('hunter2');
    },
  );
});
