import { describe, expect, it } from '@jest/globals';
import { OptionsError } from '../../src/objects/index.ts';
import { requestTarget, withoutTrailingSlashes } from '../../src/source/index.ts';

describe('requestTarget', () => {
  it('should join the path and the encoded query', () => {
    const query = { labelSelector: 'app in (a,b)', continue: 'x+/=', limit: '5' };

    const url = new URL(`http://host${requestTarget({ path: '/api/v1/pods', query })}`);

    expect(url.pathname).toBe('/api/v1/pods');
    expect(Object.fromEntries(url.searchParams)).toEqual(query);
    expect(requestTarget({ path: '/version' })).toBe('/version');
  });

  it('should prefer the parameters of the request to those of the transport', () => {
    expect(requestTarget({ path: '/a' }, { pretty: 'false' })).toBe('/a?pretty=false');
    expect(requestTarget({ path: '/a', query: { pretty: 'true' } }, { pretty: 'false' })).toBe(
      '/a?pretty=true',
    );
  });

  it('should refuse a body that is an object, and not show its content', () => {
    const body = { data: 'secret' } as unknown as string;

    expect(() => requestTarget({ path: '/a', method: 'POST', body })).toThrow(OptionsError);
    expect(() => requestTarget({ path: '/a', method: 'POST', body })).toThrow('JSON.stringify(object)');
    expect(() => requestTarget({ path: '/a', method: 'POST', body })).not.toThrow('secret');
  });

  it.each([
    '',
    'api',
    '//evil.example/api',
    '/\\evil.example',
    '/\t/evil.example',
    '/a?b=c',
    '/a#b',
    '/a b',
    'http://x/',
  ])('should refuse the path %p, which could lead to another server', (path) => {
    expect(() => requestTarget({ path })).toThrow(OptionsError);
  });
});

describe('withoutTrailingSlashes', () => {
  it.each([
    ['https://kube.example', 'https://kube.example'],
    ['https://kube.example/', 'https://kube.example'],
    ['https://kube.example/base//', 'https://kube.example/base'],
    ['/', ''],
    ['', ''],
  ])('should turn %j into the address %j', (url, address) => {
    expect(withoutTrailingSlashes(url)).toBe(address);
  });

  it('should accept an address with a million slashes before its end', () => {
    const url = `https://kube.example${'/'.repeat(1_000_000)}base`;

    expect(withoutTrailingSlashes(url)).toBe(url); // quadratic code would take minutes
  });
});
