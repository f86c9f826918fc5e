/** Facts about a server that has just started. */
export interface UsageFacts {
  readonly url: string;
  readonly withToken: boolean;
  readonly snapshot?: string | undefined;
  readonly kubeconfig?: string | undefined;
}

/** Returns the lines to print: the URL of the server, and commands that use the server. */
export function apiServerUsage(facts: UsageFacts): readonly string[] {
  const { url, snapshot } = facts;
  return [
    `The API server listens on ${url}`,
    `  ${kubectlLine(facts)}`,
    `  ${watchLine(facts)}`,
    `${snapshot === undefined ? 'Its state is lost' : `Its state is saved in ${snapshot}`} when it stops. Ctrl-C stops it.`,
  ];
}

function kubectlLine({ url, withToken, kubeconfig }: UsageFacts): string {
  // kubectl does not send a token over plain HTTP, and the server refuses a request without the token.
  if (withToken && !isSecure(url)) return 'For kubectl add --tls: kubectl sends no token over plain HTTP';
  if (kubeconfig !== undefined) return `kubectl --kubeconfig ${kubeconfig} get pods -A`;
  // This server has generated its own certificate. kubectl does not trust this certificate, so kubectl needs an option
  // to skip the check.
  const words = [
    ...(withToken ? ['--token …'] : []),
    ...(isSecure(url) ? ['--insecure-skip-tls-verify'] : []),
  ];
  return ['kubectl', '--server', url, ...words, 'get pods -A'].join(' ');
}

function watchLine({ url, withToken, kubeconfig }: UsageFacts): string {
  if (kubeconfig !== undefined) return `rx-informer watch pods -A --kubeconfig ${kubeconfig}`;
  if (isSecure(url)) return 'For other clients add --write-kubeconfig FILE, which contains the certificate';
  return `${withToken ? 'RX_INFORMER_TOKEN=… ' : ''}rx-informer watch pods -A --server ${url}`;
}

const isSecure = (url: string): boolean => url.startsWith('https:');
