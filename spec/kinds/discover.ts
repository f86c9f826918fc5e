// Reads the discovery documents of a real kube-apiserver, and writes them into generated/discovery.json:
// `node spec/kinds/discover.ts`. Also writes generated/on-request.json: the OpenAPI schemas that a server with the default
// settings does not have. Needs the binaries of spec/kube.
import { writeFileSync } from 'node:fs';
import { ask } from '../apiserver/generate/ask.ts';
import { type Schemas, schemasOf } from '../apiserver/generate/schemas.ts';
import { down, up } from '../kube/kube.mjs';
import { formatOnRequest, onRequestFile } from './definitions.ts';
import { condense, type DiscoveryDocument, discoveryFile, format } from './discovery.ts';

interface Answers {
  readonly version: string;
  readonly documents: readonly DiscoveryDocument[];
  readonly schemas: Schemas;
}

async function discover(flags: readonly string[]): Promise<Answers> {
  const cluster = await up(flags);
  try {
    const { gitVersion } = (await ask(cluster, '/version')) as { gitVersion: string };
    const documents = [
      await ask(cluster, '/api', aggregated),
      await ask(cluster, '/apis', aggregated),
    ] as DiscoveryDocument[];
    const versions = documents
      .flatMap(({ items }) => items)
      .flatMap(({ metadata, versions }) =>
        versions.map(({ version }) => ({ group: metadata.name ?? '', version })),
      );
    return { version: gitVersion, documents, schemas: await schemasOf(cluster, versions) };
  } finally {
    await down(cluster);
  }
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

const all = await discover(['--runtime-config=api/all=true', '--feature-gates=AllAlpha=true,AllBeta=true']);
const defaults = await discover([]);
writeFileSync(discoveryFile, format(condense(all.version, all.documents, defaults.documents)));
writeFileSync(onRequestFile, formatOnRequest(all.schemas));
