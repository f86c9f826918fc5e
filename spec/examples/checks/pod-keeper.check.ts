import { equal } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExampleCheck } from '../example-check.ts';
import { podsOf } from '../support/pods.ts';

/**
 * Checks that the controller creates missing pods, and deletes surplus and finished pods. After an outage, it must do
 * the missing work.
 */
export const check: ExampleCheck = {
  run: async ({ cluster, namespace, printed, output, cut, mend }) => {
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    const keeper = {
      metadata: { name: 'web', labels: { 'pod-keeper': '' } },
      data: { replicas: '2', image: 'web:1' },
    };
    const names = async (): Promise<string> => {
      const { items } = (await cluster.get(podsOf(namespace))) as unknown as PodList;
      return items.map(({ metadata }) => metadata.name).join(' ');
    };
    /**
     * Checks the pods on the server and not the output. If the outage loses the response to a write, the program
     * prints no line for the write.
     */
    const become = async (expected: string): Promise<void> => {
      for (let waited = 0; (await names()) !== expected && waited < 60_000; waited += 50) await sleep(50);
      equal(await names(), expected);
    };

    await cluster.create(maps, keeper);
    await printed(/^made web-1$/m);
    await cluster.patch(`${podsOf(namespace)}/web-0/status`, { status: { phase: 'Failed' } });
    await printed(/^took web-0\nmade web-0$/m);
    await cluster.patch(`${maps}/web`, { data: { replicas: '1' } });
    await printed(/^took web-1$/m);
    equal(output(), 'made web-0\nmade web-1\ntook web-0\nmade web-0\ntook web-1\n');

    cut();
    await cluster.patch(`${maps}/web`, { data: { replicas: '3' } });
    mend();
    await become('web-0 web-1 web-2');
    await cluster.remove(`${maps}/web`);
    await become('');
  },
  ends: 'on-interrupt',
};

interface PodList {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}
