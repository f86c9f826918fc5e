import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Front } from './front.ts';

/** A written kubeconfig file with one context. */
export interface WrittenKubeConfig {
  readonly file: string;
  readonly remove: () => Promise<void>;
}

/** Writes a kubeconfig whose cluster is the proxy in front of an API server. */
export async function writeKubeConfig(
  { url, ca }: Pick<Front, 'url' | 'ca'>,
  namespace: string,
  user: object,
): Promise<WrittenKubeConfig> {
  const home = await mkdtemp(join(tmpdir(), 'rx-informer-example-'));
  const file = join(home, 'config');
  const data = Buffer.from(ca).toString('base64');
  const config = {
    'current-context': 'example',
    contexts: [{ name: 'example', context: { cluster: 'cluster', user: 'user', namespace } }],
    clusters: [{ name: 'cluster', cluster: { server: url, 'certificate-authority-data': data } }],
    users: [{ name: 'user', user }],
  };
  await writeFile(file, JSON.stringify(config)); // JSON is valid YAML
  return { file, remove: () => rm(home, { recursive: true }) };
}
