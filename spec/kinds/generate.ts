// Generates src/kinds/generated from generated/discovery.json and from the OpenAPI schemas of the server, which are in
// src/apiserver/generated and in generated/on-request.json: `npm run suite -- kinds`. With `-- kinds --discover`, first
// reads generated/discovery.json and generated/on-request.json from a real kube-apiserver.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { readDefinitions } from './definitions.ts';
import { readDiscovery } from './discovery.ts';
import { render } from './render.ts';

const directory = new URL('../../src/kinds/generated/', import.meta.url);

if (process.argv.includes('--discover')) await import('./discover.ts');

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory);
for (const [name, text] of render(readDiscovery(), readDefinitions()))
  writeFileSync(new URL(name, directory), text);
