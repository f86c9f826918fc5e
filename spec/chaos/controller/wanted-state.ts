import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from 'rx-informer';
import type { PlainClient } from '../support/plain-client.ts';

/** The namespace of all objects of a chaos test of a controller. */
export const namespace = 'chaos-controller';
export const sourcesPath = `/api/v1/namespaces/${namespace}/configmaps`;
export const copiesPath = `/api/v1/namespaces/${namespace}/secrets`;

interface WithData extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

/** The state of all keys on the server. */
export interface ServerState {
  /** All differences from the wanted state, as text. */
  readonly wrong: readonly string[];
  readonly sources: readonly KubeObject[];
  readonly copies: readonly KubeObject[];
}

/** Lists the sources and the copies, and compares them with the wanted state. */
export async function serverState(client: PlainClient): Promise<ServerState> {
  const [sources = [], copies = []] = (await Promise.all([
    listed(client, sourcesPath),
    listed(client, copiesPath),
  ])) as readonly (readonly WithData[])[];
  const copyOf = new Map(copies.map((copy) => [copy.metadata.name, copy]));
  const wrong = sources.flatMap((source) => {
    const { name } = source.metadata;
    const copy = copyOf.get(name);
    copyOf.delete(name);
    return problemsOf(source, copy).map((problem) => `${name}: ${problem}`);
  });
  const rest = [...copyOf.keys()].map((name) => `${name}: a copy without a source`);
  return { wrong: [...wrong, ...rest], sources, copies };
}

function problemsOf({ metadata, data }: WithData, copy: WithData | undefined): readonly string[] {
  if (metadata.deletionTimestamp !== undefined) return ['the source is still being deleted'];
  if (copy === undefined) return ['no copy'];
  const wanted = Buffer.from(data?.['value'] ?? '').toString('base64');
  const owners = copy.metadata.ownerReferences?.map(({ uid }) => uid).join();
  return [
    ...(metadata.finalizers?.length === 1 ? [] : ['the source has no finalizer']),
    ...(copy.data?.['value'] === wanted
      ? []
      : [`the copy has the value ${copy.data?.['value']}, not ${wanted}`]),
    ...(owners === metadata.uid ? [] : [`the copy has the owners ${owners}, not ${metadata.uid}`]),
  ];
}

/** Lists a collection. Repeats the request until the server answers. */
async function listed(client: PlainClient, path: string): Promise<readonly KubeObject[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await client.list(path);
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}
