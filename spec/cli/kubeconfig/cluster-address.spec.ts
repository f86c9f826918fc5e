import { describe, expect, it } from '@jest/globals';
import { type ClusterAddress, clusterAddress } from '../../../src/cli/kubeconfig/cluster-address.ts';

const addressOf = (cluster: Readonly<Record<string, unknown>>): ClusterAddress =>
  clusterAddress({ cluster: { server: 'https://a:6443', ...cluster }, clusterName: 'k' });

describe('clusterAddress', () => {
  it('should return the server without a trailing slash, and the host of the proxy', () => {
    expect(addressOf({ server: 'http://a/b/' })).toEqual({ server: 'http://a/b', proxyHost: undefined });
    expect(addressOf({ 'proxy-url': 'socks5h://n:p@proxy:1' })).toHaveProperty('proxyHost', 'proxy');
    expect(addressOf({ 'proxy-url': null })).toHaveProperty('proxyHost', undefined);
  });

  it.each([
    [undefined, 'has no server with an https:// or http:// URL'],
    ['ftp://a', 'has no server with an https:// or http:// URL'],
    ['https://n:p@a', 'has no server with an https:// or http:// URL'],
    ['https://a/b?x=1', 'has a server with ? or # in its URL'],
    ['https://a/b#y', 'has a server with ? or # in its URL'],
  ])('should refuse the server %s', (server, problem) => {
    expect(() => addressOf({ server })).toThrow(`the cluster “k” of the kubeconfig ${problem}`);
  });

  it.each([[123], [{ a: 1 }], ['ftp://n:secret@a'], ['proxy:8080'], ['http://'], ['//proxy']])(
    'should refuse the proxy-url %j, without showing it',
    (proxy) => {
      expect(() => addressOf({ 'proxy-url': proxy })).toThrow(
        /^the cluster “k” of the kubeconfig has a proxy-url that is not an http, https, socks4 or socks5 URL$/,
      );
    },
  );

  it.each([[true], [12], [['a']], [{}]])('should refuse the tls-server-name %j', (name) => {
    expect(() => addressOf({ 'tls-server-name': name })).toThrow(
      'the cluster “k” of the kubeconfig has a tls-server-name that is not a text',
    );
  });

  it.each([['true'], ['yes'], [1], [{}]])('should refuse the insecure-skip-tls-verify %j', (skip) => {
    expect(() => addressOf({ 'insecure-skip-tls-verify': skip })).toThrow(
      'the cluster “k” of the kubeconfig has an insecure-skip-tls-verify that is neither true nor false',
    );
  });

  it.each([
    {},
    { 'tls-server-name': null, 'insecure-skip-tls-verify': null },
    { 'tls-server-name': 'a', 'insecure-skip-tls-verify': true },
  ])('should accept the TLS members %j', (members) => {
    expect(addressOf(members)).toHaveProperty('server', 'https://a:6443');
  });
});
