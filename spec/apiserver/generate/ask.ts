import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { json } from 'node:stream/consumers';
import type { Cluster } from '../../kube/kube.mjs';

/** Reads a JSON document from a real kube-apiserver. */
export function ask(
  { server, token, caFile }: Cluster,
  path: string,
  accept = 'application/json',
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { accept, authorization: `Bearer ${token}` };
    get(server + path, { ca: readFileSync(caFile), headers }, (response) => {
      json(response).then(resolve, reject);
    }).once('error', reject);
  });
}
