import { deepEqual, equal, match } from 'node:assert/strict';
import type { KubeObject } from 'rx-informer';
import type { ExampleCheck } from '../example-check.ts';
import { type Answer, ask, eventually } from '../support/answers.ts';
import { deployment, deploymentsOf } from '../support/deployments.ts';
import { type SecondRun, whereDead, whereForbidden, whereUnknown } from '../support/second-run.ts';

/**
 * Checks queries by one label and by several labels, with and without URL encoding. The program must answer with a
 * message for invalid labels and for failures.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    const deployments = deploymentsOf(namespace);
    await cluster.create(deployments, deployment('dns', 1, { 'k8s-app': 'kube-dns', tier: 'back' }));
    await cluster.create(deployments, deployment('other-dns', 1, { 'k8s-app': 'kube-dns', tier: 'front' }));
    await cluster.create(deployments, deployment('web', 1, { 'example.com/app': 'web', flag: '' }));
  },
  run: async ({ cluster, namespace, printed, port, requests }) => {
    const found = async (query: string, ...names: readonly string[]): Promise<void> => {
      const { status, body } = await ask(port, `/deploy${query}`);
      equal(status, 200, JSON.stringify(body));
      deepEqual(namesIn(body), names);
    };
    await printed(/^http:\/\/127\.0\.0\.1:\d+\/deploy\?labels\[k8s-app\]=kube-dns$/m);
    await eventually(() => found('?labels[k8s-app]=kube-dns', 'dns', 'other-dns'));
    const before = requests.length;
    await found('?labels%5Bk8s-app%5D=kube-dns', 'dns', 'other-dns');
    await found('?labels[k8s-app]=kube-dns&labels[tier]=front', 'other-dns');
    await found('?labels[example.com/app]=web', 'web');
    await found('?labels[example.com%2Fapp]=web', 'web');
    await found('?labels[flag]=', 'web');
    await found('?labels[tier]=front&labels[tier]=back');
    await found('?labels[constructor]=kube-dns');
    await found('', 'dns', 'other-dns', 'web');

    for (const bad of ['labels[k8s-app]=a%20b', 'labels[-]=a'])
      refused(await ask(port, `/deploy?${bad}`), /must be a label/);
    for (const bad of ['labels[]=a', 'labels[k8s-app=a', 'label[tier]=front'])
      refused(await ask(port, `/deploy?${bad}`), /must be labels\[KEY\]=VALUE/);
    equal(requests.length, before);

    await cluster.patch(`${deploymentsOf(namespace)}/web`, { metadata: { labels: { tier: 'front' } } });
    await eventually(() => found('?labels[tier]=front', 'other-dns', 'web'));

    const example = '16-deploy-by-labels.ts';
    await whereForbidden(example, says(403, /^deployments: StatusError: (.*cannot .* "deployments".*)$/m));
    await whereUnknown(example, says(503, /^deployments: StatusError: (.*Unauthorized.*)$/m));
    await whereDead(example, says(503, /^deployments: ConnectionError: (.*ECONNREFUSED.*)$/m));
  },
  ends: 'on-interrupt',
};

const namesIn = (body: unknown): readonly string[] =>
  (body as { readonly data: readonly KubeObject[] }).data.map(({ metadata }) => metadata.name).sort();

/** Checks that the program prints the failure on stderr, and that its HTTP response contains the same message. */
function says(status: number, cause: RegExp) {
  return async ({ port, printed }: SecondRun): Promise<void> => {
    const [, msg] = await printed(cause);
    await printed(/^http:/m);
    deepEqual(await ask(port, '/deploy'), { status, body: { msg } });
  };
}

function refused({ status, body }: Answer, why: RegExp): void {
  equal(status, 400);
  match((body as { readonly msg: string }).msg, why);
}
