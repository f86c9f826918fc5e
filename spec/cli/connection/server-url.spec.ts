import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../src/cli/command-error.ts';
import { serverUrl } from '../../../src/cli/connection/server-url.ts';

describe('serverUrl', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://api.example/', 'https://api.example'],
    ['https://rancher.example/k8s/clusters/c-1//', 'https://rancher.example/k8s/clusters/c-1'],
    ['HTTPS://[::1]:6443', 'https://[::1]:6443'],
  ])('should take %s', (text, url) => {
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
  });

  it('should refuse a URL with a password, and not repeat it', () => {
    expect(() => serverUrl('https://user:s3cret@a')).toThrow(/^(?!.*s3cret).*without a user and a password$/);
  });
});
