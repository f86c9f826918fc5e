import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { answers, ask } from '../support/answers.ts';
import { pod, podsOf } from '../support/pods.ts';
import { type SecondRun, whereDead, whereForbidden, whereUnknown } from '../support/second-run.ts';

/**
 * Checks that the index contains the current pods and answers without a request to the cluster. The program must
 * report a failure on stderr and in its HTTP response.
 */
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
    await printed(/^pods: ConnectionError: /m);
    mend();
    await answers(port, '/?app=web', { status: 200, body: [a, d, e] });

    await whereForbidden(
      '11-index-over-http.ts',
      says(/^pods: StatusError: (.*cannot .* resource "pods".*)$/m),
    );
    await whereUnknown('11-index-over-http.ts', says(/^pods: StatusError: (.*Unauthorized.*)$/m));
    await whereDead('11-index-over-http.ts', says(/^pods: ConnectionError: (.*ECONNREFUSED.*)$/m));
  },
  ends: 'on-interrupt',
};

/** Checks that the program prints the failure on stderr, and that its HTTP response contains the same message. */
function says(cause: RegExp) {
  return async ({ port, printed }: SecondRun): Promise<void> => {
    const [, msg] = await printed(cause);
    await printed(/^http:/m);
    deepEqual(await ask(port, '/'), { status: 503, body: { msg } });
  };
}
