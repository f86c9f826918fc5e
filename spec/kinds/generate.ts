// Writes src/kinds/generated from generated/discovery.json and client-node's models: npm run kinds
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readDiscovery } from './discovery.ts';
import { readModels } from './models.ts';
import { render } from './render.ts';

const directory = new URL('../../src/kinds/generated/', import.meta.url);

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory);
for (const [name, text] of render(readDiscovery(), readModels()))
  writeFileSync(new URL(name, directory), text);
