// Reads the discovery documents of a real kube-apiserver, and writes src/apiserver/generated. Also stores the Tables of
// sample objects in spec/apiserver/tables/printed.json. The command is `npm run suite -- apiserver:kinds`. The command
// needs the binaries of spec/kube.
import { mkdirSync, writeFileSync } from 'node:fs';
import { down, up } from '../../kube/kube.mjs';
import { ask } from './ask.ts';
import { columnsOf } from './columns.ts';
import { discoveredKinds } from './kinds.ts';
import { printedBy } from './printed.ts';
import { type Answers, render } from './render.ts';
import { schemasOf } from './schemas.ts';

const directory = new URL('../../../src/apiserver/generated/', import.meta.url);

async function answers(): Promise<Answers & { readonly printed: readonly object[] }> {
  const cluster = await up();
  try {
    const { gitVersion } = (await ask(cluster, '/version')) as { gitVersion: string };
    const kinds = await discoveredKinds(cluster);
    const columns = await columnsOf(cluster, kinds);
    const schemas = await schemasOf(cluster, kinds);
    return { version: gitVersion, kinds, columns, schemas, printed: await printedBy(cluster) };
  } finally {
    await down(cluster);
  }
}

const found = await answers();
mkdirSync(directory, { recursive: true });
for (const [name, text] of render(found)) writeFileSync(new URL(name, directory), text);

const printed = found.printed.map((one) => JSON.stringify(one));
writeFileSync(new URL('../tables/printed.json', import.meta.url), `[\n${printed.join(',\n')}\n]\n`);
