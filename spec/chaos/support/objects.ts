import { setTimeout as sleep } from 'node:timers/promises';
import { collectionPath } from '../../../src/objects/index.ts';
import { watchers } from '../informers/crowd.ts';
import { kindNames, kinds, namespaces, widgetDefinition } from './kinds.ts';
import type { PlainClient } from './plain-client.ts';
import { type State, stateOf } from './witness.ts';

/** Creates the namespaces and the CRD of the chaos test. */
export async function prepare(client: PlainClient): Promise<void> {
  for (const name of namespaces) await made(client, '/api/v1/namespaces', { metadata: { name } });
  await made(client, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition);
  while ((await client.ask('GET', collectionPath(kinds.widgets))).code !== 200) await sleep(50);
}

async function made(client: PlainClient, path: string, object: object): Promise<void> {
  const { code, body } = await client.ask('POST', path, object);
  if (code !== 201) throw new Error(`POST ${path}: ${code} ${JSON.stringify(body)}`);
}

/** Reads from the server the objects that each informer should have. Repeats the requests until the server answers. */
export async function expectedStates(client: PlainClient): Promise<readonly State[]> {
  for (let tries = 1; ; tries++) {
    try {
      const objects = await Promise.all(
        kindNames.map(async (kind) => [kind, await client.list(collectionPath(kinds[kind]))] as const),
      );
      const byKind = Object.fromEntries(objects);
      return watchers.map(({ kind, holds }) => stateOf((byKind[kind] ?? []).filter(holds)));
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}
