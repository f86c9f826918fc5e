import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { answers, ask } from '../support/answers.ts';
import { pod, podsOf } from '../support/pods.ts';

/** The index follows the pods, and answers without the cluster. */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(podsOf(namespace), pod('a', { app: 'web' }));
    await cluster.create(podsOf(namespace), pod('b', { app: 'db' }));
    await cluster.create(podsOf(namespace), pod('c'));
  },
  run: async ({ cluster, namespace, printed, port, requests, cut, mend }) => {
    const [a, b, d, e] = ['a', 'b', 'd', 'e'].map((name) => `${namespace}/${name}`);
    await printed(/^http:\/\/127\.0\.0\.1:\d+\/\?app=web$/m);
    await answers(port, '/', { status: 200, body: { web: [a], db: [b] } });
    deepEqual(await ask(port, '/?app=none'), { status: 200, body: [] });

    await cluster.create(podsOf(namespace), pod('d', { app: 'web' }));
    await answers(port, '/?app=web', { status: 200, body: [a, d] });
    const before = requests.length;
    for (let turn = 0; turn < 20; turn++) await ask(port, '/?app=web');
    deepEqual(requests.length, before);

    cut();
    await cluster.create(podsOf(namespace), pod('e', { app: 'web' }));
    deepEqual(await ask(port, '/?app=web'), { status: 200, body: [a, d] });
    mend();
    await answers(port, '/?app=web', { status: 200, body: [a, d, e] });
  },
  ends: 'on-interrupt',
};
