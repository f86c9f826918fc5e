import { Buffer } from 'node:buffer';

/** Returns the certificate authority of the API server from a kubeconfig, in PEM format. */
export function authorityIn(kubeconfig: string): string {
  const [, data = ''] = /certificate-authority-data"?: *"?([\w+/=]+)/.exec(kubeconfig) ?? [];
  return Buffer.from(data, 'base64').toString('utf8');
}
