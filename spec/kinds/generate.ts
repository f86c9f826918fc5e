// Writes src/kinds/generated from generated/discovery.json and client-node's models: npm run suite -- kinds
// With --discover it first queries a real kube-apiserver: npm run suite -- kinds --discover
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
