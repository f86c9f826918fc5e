import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../kube.mjs';
import { asAdmin } from './admin.ts';
import { eventually } from './eventually.ts';

/**
 * Returns a function that grants a user all permissions. Before the call, the user has no permissions. The user is not
 * exempt from throttling.
 */
export function rightsOf(cluster: Cluster, user: string): { readonly grant: () => Promise<void> } {
  return {
    grant: () =>
      asAdmin(cluster, async (ask) => {
        const path = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
        const { items } = await ask<{ items: readonly { metadata: { name: string } }[] }>('GET', path);
        if (items.some(({ metadata }) => metadata.name === `all-for-${user}`)) return;
        await ask('POST', path, {
          metadata: { name: `all-for-${user}` },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
          subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
        });
      }),
  };
}

/** Limits a user to one request at a time. The server refuses further requests of the user with 429. */
export async function limitTo(cluster: Cluster, user: string): Promise<void> {
  const flowControl = '/apis/flowcontrol.apiserver.k8s.io/v1';
  await asAdmin(cluster, async (ask) => {
    await ask('POST', `${flowControl}/prioritylevelconfigurations`, {
      metadata: { name: 'one-seat' },
      spec: {
        type: 'Limited',
        limited: { nominalConcurrencyShares: 0, lendablePercent: 0, limitResponse: { type: 'Reject' } },
      },
    });
    await ask('POST', `${flowControl}/flowschemas`, {
      metadata: { name: 'one-seat' },
      spec: {
        matchingPrecedence: 2,
        priorityLevelConfiguration: { name: 'one-seat' },
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: user } }],
            resourceRules: [
              { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true },
            ],
          },
        ],
      },
    });
  });
}

/** Requests that use up the limit of a user. The server needs 3 s to answer each request. */
export interface BusySeat {
  /** Resolves when the server refuses another request of the user. */
  readonly taken: Promise<void>;
  readonly free: () => Promise<void>;
}

export function busySeat(cluster: Cluster, token: string): BusySeat {
  const blocking = '/api/v1/secrets?resourceVersion=1000000999';
  let busy = true;
  const sit = async (): Promise<void> => {
    while (busy) if ((await statusOf(cluster, token, blocking)) === 429) await sleep(20);
  };
  // Two loops send these requests. When a request of one loop ends, a request of the other loop starts at once.
  const sitting = Promise.all([sit(), sit()]);
  return {
    taken: eventually(async () => {
      if ((await statusOf(cluster, token, '/api/v1/secrets?limit=1')) !== 429)
        throw new Error('a seat is free');
    }),
    free: async () => {
      busy = false;
      await sitting;
    },
  };
}

function statusOf({ server, caFile }: Cluster, token: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request(server + path, { ca: readFileSync(caFile), headers }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}
