import { Buffer } from 'node:buffer';

/** The certificate in PEM form that a kubeconfig of an API server trusts. */
export function authorityIn(kubeconfig: string): string {
  const [, data = ''] = /certificate-authority-data"?: *"?([\w+/=]+)/.exec(kubeconfig) ?? [];
  return Buffer.from(data, 'base64').toString('utf8');
}
