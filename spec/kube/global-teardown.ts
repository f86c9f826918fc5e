import process from 'node:process';
import { down, load } from './kube.mjs';

export default async function globalTeardown(): Promise<void> {
  const directory = process.env['RX_INFORMER_KUBE'];
  if (directory !== undefined) await down(load(directory));
}
