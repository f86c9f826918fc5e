import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../kube.mjs';
import { asAdmin } from './admin.ts';
import { eventually } from './eventually.ts';

/** Grants a user all permissions, but no exemption from throttling. Before that the user has none. */
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

/** Limits a user to one request at a time. The server refuses further requests with 429. */
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

/** Occupies the only seat of a user with requests whose answer takes the server 3 s each. */
export interface BusySeat {
  /** Resolves once another request is refused. */
  readonly taken: Promise<void>;
  readonly free: () => Promise<void>;
}

export function busySeat(cluster: Cluster, token: string): BusySeat {
  const blocking = '/api/v1/secrets?resourceVersion=1000000999';
  let busy = true;
  const sit = async (): Promise<void> => {
    while (busy) if ((await statusOf(cluster, token, blocking)) === 429) await sleep(20);
  };
  // Two loops: when a request of one ends, that of the other takes the seat.
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
