// Generates src/kinds/generated from generated/discovery.json and from client-node's models: `npm run suite -- kinds`.
// With `-- kinds --discover`, first reads the discovery documents of a real kube-apiserver.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { readDiscovery } from './discovery.ts';
import { readModels } from './models.ts';
import { render } from './render.ts';

const directory = new URL('../../src/kinds/generated/', import.meta.url);

if (process.argv.includes('--discover')) await import('./discover.ts');

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory);
for (const [name, text] of render(readDiscovery(), readModels()))
  writeFileSync(new URL(name, directory), text);
