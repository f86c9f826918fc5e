// Asks a real kube-apiserver what it serves, and writes src/apiserver/generated: npm run apiserver:kinds
// (needs the binaries of spec/kube)
import { mkdirSync, writeFileSync } from 'node:fs';
import { down, up } from '../../kube/kube.mjs';
import { ask } from './ask.ts';
import { columnsOf } from './columns.ts';
import { discoveredKinds } from './kinds.ts';
import { type Answers, render } from './render.ts';
import { schemasOf } from './schemas.ts';

const directory = new URL('../../../src/apiserver/generated/', import.meta.url);

async function answers(): Promise<Answers> {
  const cluster = await up();
  try {
    const { gitVersion } = (await ask(cluster, '/version')) as { gitVersion: string };
    const kinds = await discoveredKinds(cluster);
    const columns = await columnsOf(cluster, kinds);
    return { version: gitVersion, kinds, columns, schemas: await schemasOf(cluster, kinds) };
  } finally {
    await down(cluster);
  }
}

const files = render(await answers());
mkdirSync(directory, { recursive: true });
for (const [name, text] of files) writeFileSync(new URL(name, directory), text);
