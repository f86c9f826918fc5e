import { describe, expect, it } from '@jest/globals';
import { apiServerUsage } from '../../../src/cli/commands/api-server-usage.ts';

const http = 'http://127.0.0.1:8080';
const https = 'https://127.0.0.1:8080';
const kubeconfig = 'k.conf';

describe('apiServerUsage', () => {
  it.each([
    [
      { url: http, withToken: false },
      `kubectl --server ${http} get pods -A`,
      `rx-informer watch pods -A --server ${http}`,
    ],
    [
      { url: http, withToken: true },
      'For kubectl add --tls: kubectl sends no token over plain HTTP',
      `RX_INFORMER_TOKEN=… rx-informer watch pods -A --server ${http}`,
    ],
    [
      { url: https, withToken: true },
      `kubectl --server ${https} --token … --insecure-skip-tls-verify get pods -A`,
      'For other clients add --write-kubeconfig FILE, which contains the certificate',
    ],
    [
      { url: https, withToken: true, kubeconfig },
      'kubectl --kubeconfig k.conf get pods -A',
      'rx-informer watch pods -A --kubeconfig k.conf',
    ],
    [
      { url: http, withToken: true, kubeconfig },
      'For kubectl add --tls: kubectl sends no token over plain HTTP',
      'rx-informer watch pods -A --kubeconfig k.conf',
    ],
  ])('should print commands that work: %j', (facts, kubectl, watch) => {
    expect(apiServerUsage(facts)).toEqual([
      `The API server listens on ${facts.url}`,
      `  ${kubectl}`,
      `  ${watch}`,
      'Its state is lost when it stops. Ctrl-C stops it.',
    ]);
  });

  it('should print the file in which the server saves its objects', () => {
    expect(apiServerUsage({ url: http, withToken: false, snapshot: 'c.json' }).at(-1)).toBe(
      'Its state is saved in c.json when it stops. Ctrl-C stops it.',
    );
  });
});
