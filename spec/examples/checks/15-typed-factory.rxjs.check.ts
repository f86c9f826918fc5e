import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { deployment, deploymentsOf } from '../support/deployments.ts';

/** Checks that each list is emitted as soon as it is known, even if it is empty, and again after each change. */
export const check: ExampleCheck = {
  run: async ({ cluster, namespace, printed, output }) => {
    const deployments = deploymentsOf(namespace);
    const toldBy = (name: string): readonly string[] =>
      output()
        .split('\n')
        .filter((line) => line.startsWith(`${name}: `))
        .map((line) => line.slice(name.length + 2));
    await printed(/^all: none$[^]*^the two largest in the tier front: none$/m);
    await cluster.create(deployments, deployment('web', 2, { tier: 'front' }));
    await printed(/^all: web of 2$[^]*^the two largest in the tier front: web of 2$/m);
    await cluster.create(deployments, deployment('db', 1, { tier: 'back' }));
    await printed(/^all: web of 2, db of 1$/m);
    for (const [name, replicas] of [
      ['shop', 1],
      ['search', 3],
    ] as const) {
      await cluster.create(deployments, deployment(name, replicas, { tier: 'front' }));
      await printed(new RegExp(`^all: .*, ${name} of ${replicas}$[^]*^the two largest .*${name} of`, 'm'));
    }
    await cluster.patch(`${deployments}/shop`, { spec: { replicas: 5 } });
    await printed(/^the two largest in the tier front: shop of 5, search of 3$/m);
    await cluster.remove(`${deployments}/web`);
    await printed(/^web: none\n[^]*^web: none$/m);
    await printed(/^all: db of 1, shop of 5, search of 3$/m);

    deepEqual(toldBy('web'), ['none', '2', 'none']);
    deepEqual(toldBy('the two largest in the tier front'), [
      'none',
      'web of 2',
      'web of 2, shop of 1',
      'search of 3, web of 2',
      'shop of 5, search of 3',
    ]);
    deepEqual(toldBy('all'), [
      'none',
      'web of 2',
      'web of 2, db of 1',
      'web of 2, db of 1, shop of 1',
      'web of 2, db of 1, shop of 1, search of 3',
      'web of 2, db of 1, shop of 5, search of 3',
      'db of 1, shop of 5, search of 3',
    ]);
  },
  ends: 'on-interrupt',
};
