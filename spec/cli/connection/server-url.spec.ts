import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../src/cli/command-error.ts';
import { serverUrl } from '../../../src/cli/connection/server-url.ts';

describe('serverUrl', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://api.example/', 'https://api.example'],
    ['https://rancher.example/k8s/clusters/c-1//', 'https://rancher.example/k8s/clusters/c-1'],
    ['HTTPS://[::1]:6443', 'https://[::1]:6443'],
  ])('should accept %s', (text, url) => {
    expect(serverUrl(text)).toBe(url);
  });

  it.each([
    '',
    'localhost',
    'localhost:8080',
    '127.0.0.1:6443',
    'ftp://a',
    'http://',
    'https://a/?b=c',
    'https://a/#b',
    'http://a b',
  ])('should refuse %j', (text) => {
    expect(() => serverUrl(text)).toThrow(CommandError);
    expect(() => serverUrl(text)).toThrow('--server takes a URL');
    expect(() => serverUrl(text)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });

  it('should refuse a URL with a password, and not repeat it', () => {
    for (const url of ['https://user:s3cret@a', 'https://s3cret@a', 'https://:s3cret@a']) {
      expect(() => serverUrl(url)).toThrow(/^(?!.*s3cret).*without a user and a password$/);
      expect(() => serverUrl(url)).toThrow(
        expect.objectContaining({ hints: ['A token goes into the environment variable RX_INFORMER_TOKEN.'] }),
      );
    }
  });

  it('should show the required and the given start of a URL', () => {
    const refused = (message: string): unknown =>
      expect.objectContaining({ message, hints: ['As in: --server https://203.0.113.7:6443'] });

    expect(() => serverUrl('a b')).toThrow(
      refused('--server takes a URL that begins with https:// or http://'),
    );
    expect(() => serverUrl('ftp://a')).toThrow(
      refused('--server takes a URL that begins with https:// or http://, not ftp:'),
    );
  });
});
