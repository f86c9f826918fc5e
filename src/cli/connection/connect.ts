import { defer, map, type Observable, of } from 'rxjs';
import { usageError } from '../command-error.ts';
import { kubeconfigConnection } from '../kubeconfig/kubeconfig-connection.ts';
import { defaultFiles, kubeconfigFiles } from '../kubeconfig/kubeconfig-files.ts';
import { typedCertificateAuthority } from './certificate-authority.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { inClusterConnection } from './in-cluster.ts';
import { serverConnection } from './server-connection.ts';

/**
 * Emits the connection to the first server that is configured, in this order:
 * 1. the server of `--server`
 * 2. the kubeconfig of `--kubeconfig`, of `KUBECONFIG`, or of `~/.kube/config`
 * 3. the cluster in which this process runs as a pod
 *
 * There is no default server. Errors with a `CommandError` if no cluster is configured.
 *
 * @param report - called with a message when a login program takes long
 */
export function connect(
  options: ConnectionOptions,
  environment: Readonly<Record<string, string | undefined>>,
  report: (text: string) => void = () => undefined,
): Observable<Connection> {
  return defer(() => {
    const { server, kubeconfig, context, allowInsecureCredentials } = options;
    if (server !== undefined) {
      const { certificateAuthority: file } = options;
      const authority$: Observable<string | undefined> =
        file === undefined ? of(undefined) : typedCertificateAuthority(file);
      return authority$.pipe(
        map((authority) => serverConnection({ ...options, server }, environment, authority)),
      );
    }

    const files = kubeconfigFiles(kubeconfig, environment);
    if (files !== undefined)
      return kubeconfigConnection(files, context, { report, allowInsecureCredentials });
    if (context !== undefined) {
      throw usageError(
        `there is no kubeconfig that could have the context “${context}”`,
        looked(environment),
      );
    }
    const inCluster = inClusterConnection(environment);
    if (inCluster !== undefined) return of(inCluster);
    throw usageError(
      'no cluster is configured: give --kubeconfig FILE or --server URL',
      `${looked(environment)}, and the command does not run in a pod of a cluster.`,
    );
  });
}

/** Describes the files in which no kubeconfig was found. */
function looked(environment: Readonly<Record<string, string | undefined>>): string {
  const { KUBECONFIG: listed = '' } = environment;
  if (listed !== '') return `KUBECONFIG names no file that exists: ${listed}`;
  const [file = '~/.kube/config'] = defaultFiles(environment);
  return `KUBECONFIG is not set, there is no ${file}`;
}
