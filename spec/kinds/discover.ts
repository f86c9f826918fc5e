// Reads the discovery documents of a real kube-apiserver, and writes them into generated/discovery.json:
// `node spec/kinds/discover.ts`. Needs the binaries of spec/kube.
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { json } from 'node:stream/consumers';
import { type Cluster, down, up } from '../kube/kube.mjs';
import { condense, type DiscoveryDocument, discoveryFile, format } from './discovery.ts';

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

const ask = ({ server, token, caFile }: Cluster, path: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const headers = { accept: aggregated, authorization: `Bearer ${token}` };
    get(server + path, { ca: readFileSync(caFile), headers }, (response) => {
      json(response).then(resolve, reject);
    }).once('error', reject);
  });

async function discover(
  flags: readonly string[],
): Promise<{ version: string; documents: DiscoveryDocument[] }> {
  const cluster = await up(flags);
  try {
    const { gitVersion } = (await ask(cluster, '/version')) as { gitVersion: string };
    const documents = [await ask(cluster, '/api'), await ask(cluster, '/apis')] as DiscoveryDocument[];
    return { version: gitVersion, documents };
  } finally {
    await down(cluster);
  }
}

const all = await discover(['--runtime-config=api/all=true', '--feature-gates=AllAlpha=true,AllBeta=true']);
const defaults = await discover([]);
writeFileSync(discoveryFile, format(condense(all.version, all.documents, defaults.documents)));
