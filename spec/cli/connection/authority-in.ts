import { Buffer } from 'node:buffer';

/** Returns the trusted certificate of the API server in a kubeconfig, in PEM form. */
export function authorityIn(kubeconfig: string): string {
  const [, data = ''] = /certificate-authority-data"?: *"?([\w+/=]+)/.exec(kubeconfig) ?? [];
  return Buffer.from(data, 'base64').toString('utf8');
}
