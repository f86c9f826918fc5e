import { ok } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { podsOf } from '../support/pods.ts';

const secretsOf = (namespace: string): string => `/api/v1/namespaces/${namespace}/secrets`;
const secret = (name: string): object => ({ metadata: { name }, stringData: { token: 'x' } });
const podWith = (name: string, secretName: string): object => ({
  metadata: { name },
  spec: {
    containers: [{ name: 'main', image: 'web:1' }],
    volumes: [{ name: 'secret', secret: { secretName } }],
  },
});

/** Checks that the program watches exactly the secrets to which pods refer. */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    for (const name of ['used', 'unused', 'later']) await cluster.create(secretsOf(namespace), secret(name));
    await cluster.create(podsOf(namespace), podWith('a', 'used'));
    await cluster.create(podsOf(namespace), podWith('b', 'used'));
  },
  run: async ({ cluster, namespace, printed, requests, output }) => {
    await printed(/^used: added, 1 values$/m);
    await cluster.patch(`${secretsOf(namespace)}/used`, { stringData: { more: 'y' } });
    await printed(/^used: updated, 2 values$/m);
    await cluster.create(podsOf(namespace), podWith('c', 'later'));
    await printed(/^later: added, 1 values$/m);
    await cluster.remove(`${podsOf(namespace)}/a`);
    await cluster.remove(`${podsOf(namespace)}/c`);
    await printed(/^later: no pod refers to it any more$/m);
    ok(!output().includes('used: no pod'), output());
    await cluster.remove(`${podsOf(namespace)}/b`);
    await printed(/^used: no pod refers to it any more$/m);
    const secretRequests = requests.filter((request) => request.includes('/secrets'));
    ok(
      secretRequests.every((request) => request.includes('fieldSelector=')),
      secretRequests.join('\n'),
    );
  },
  ends: 'on-interrupt',
};
