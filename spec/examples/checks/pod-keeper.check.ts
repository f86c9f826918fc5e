import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { podsOf } from '../support/pods.ts';

/** Makes what is missing, takes what is too much or over, and nothing else; it does so after a cut, too. */
export const check: ExampleCheck = {
  run: async ({ cluster, namespace, printed, output, cut, mend }) => {
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    const keeper = {
      metadata: { name: 'web', labels: { 'pod-keeper': '' } },
      data: { replicas: '2', image: 'web:1' },
    };
    await cluster.create(maps, keeper);
    await printed(/^made web-1$/m);

    await cluster.patch(`${podsOf(namespace)}/web-0/status`, { status: { phase: 'Failed' } });
    await printed(/^took web-0\nmade web-0$/m);

    await cluster.patch(`${maps}/web`, { data: { replicas: '1' } });
    await printed(/^took web-1$/m);

    cut();
    await cluster.patch(`${maps}/web`, { data: { replicas: '3' } });
    mend();
    await printed(/^made web-2$/m);
    await cluster.remove(`${maps}/web`);
    await printed(/^took web-2$/m);

    const lines = ['made web-0', 'made web-1', 'took web-0', 'made web-0', 'took web-1'];
    const after = ['made web-1', 'made web-2', 'took web-0', 'took web-1', 'took web-2'];
    const done = output()
      .split('\n')
      .filter((line) => /^(made|took) /.test(line));
    deepEqual(done, [...lines, ...after]);
  },
  ends: 'on-interrupt',
};
