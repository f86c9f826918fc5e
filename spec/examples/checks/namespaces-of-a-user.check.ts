import { deepEqual, ok } from 'node:assert/strict';
import type { ExampleCheck, ExampleCluster } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const bindingsOf = (namespace: string): string => `${rbac}/namespaces/${namespace}/rolebindings`;
const names = ['a', 'b', 'c', 'd'] as const;

/** Gives the user the rights of a ClusterRole in one namespace. */
const bind = (cluster: ExampleCluster, user: string, namespace: string, role: string): Promise<unknown> =>
  cluster.create(bindingsOf(namespace), {
    metadata: { name: 'pods' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  });

/**
 * Checks a user with RoleBindings in three of four namespaces. A RoleBinding is deleted, and another one is created,
 * while the program runs.
 */
export const check: ExampleCheck = {
  rights: [],
  environment: (namespace) => ({ NAMESPACES: names.map((name) => `${namespace}-${name}`).join(',') }),
  prepare: async ({ cluster, namespace, user }) => {
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] }];
    await cluster.create(`${rbac}/clusterroles`, { metadata: { name: namespace }, rules });
    for (const name of names) {
      const one = `${namespace}-${name}`;
      await cluster.create('/api/v1/namespaces', { metadata: { name: one } });
      await cluster.create(podsOf(one), pod('web'));
      if (name !== 'd') await bind(cluster, user, one, namespace);
    }
  },
  run: async ({ cluster, namespace, user, printed, output, requests }) => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `${namespace}-${name}`) as [
      string,
      string,
      string,
      string,
    ];
    await printed(new RegExp(`^namespaces: ${a}, ${b}, ${c}$`, 'm'));
    for (const one of [a, b, c]) await printed(new RegExp(`^${one}/web added$`, 'm'));

    await cluster.remove(`${bindingsOf(b)}/pods`);
    await printed(new RegExp(`^namespaces: ${a}, ${c}$`, 'm'));
    await printed(new RegExp(`^${b}/web is out of reach$`, 'm'));
    await cluster.create(podsOf(b), pod('unseen'));
    await cluster.create(podsOf(a), pod('more'));
    await printed(new RegExp(`^${a}/more added$`, 'm'));

    await bind(cluster, user, d, namespace);
    await printed(new RegExp(`^namespaces: ${a}, ${c}, ${d}$`, 'm'));
    await printed(new RegExp(`^${d}/web added$`, 'm'));
    await cluster.remove(`${podsOf(c)}/web`);
    await printed(new RegExp(`^${c}/web deleted$`, 'm'));

    ok(!output().includes('unseen'), output());
    ok(!output().includes('waiting'), output());
    deepEqual(
      requests.filter((request) => /GET \/api\/v1\/(?:pods|namespaces)(?:\?|$)/.test(request)),
      [],
    );
  },
  ends: 'on-interrupt',
};
