/**
 * Tests that a restarted server listens on its old port. A small program replaces etcd, so that the test needs no Go.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Cluster } from './kube.mjs';

let dir: string;
let kube: typeof import('./kube.mjs');
let cluster: Cluster;
let port: number;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rx-informer-kube-spec-'));
  const source = `require('node:http').createServer((_, response) => response.end()).listen(+process.argv[2], '127.0.0.1')`;
  writeFileSync(join(dir, 'etcd'), `#!${process.execPath}\n${source}\n`, { mode: 0o755 });
  process.env['KUBEBUILDER_ASSETS'] = dir;
  kube = await import('./kube.mjs');
  const probe = await listening(0);
  port = (probe.address() as { readonly port: number }).port;
  await closed(probe);
  cluster = {
    server: '',
    token: '',
    limitedToken: '',
    caFile: '',
    kubeconfig: '',
    etcd: `http://127.0.0.1:${port}`,
    dir,
    pids: { etcd: 0, 'kube-apiserver': 0 },
    args: { etcd: [String(port)], 'kube-apiserver': [] },
  };
});
afterEach(() => kube.stop(cluster, 'etcd', 'SIGKILL'));
afterAll(() => {
  delete process.env['KUBEBUILDER_ASSETS'];
  rmSync(dir, { recursive: true });
});

describe('kube.mjs', () => {
  it('should start a server only when its port is free', async () => {
    const before = await listening(port);

    const started = kube.start(cluster, 'etcd');
    setTimeout(() => before.close(), 500);

    await started;
    expect(kube.running(cluster, 'etcd')).toBe(true);
  });

  it('should have freed the port of a killed server when stop returns', async () => {
    await kube.start(cluster, 'etcd');

    await kube.stop(cluster, 'etcd', 'SIGKILL');

    expect(kube.running(cluster, 'etcd')).toBe(false);
    await closed(await listening(port));
  });
});

function listening(on: number): Promise<Server> {
  const server = createServer((socket) => void socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(on, '127.0.0.1', () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}
