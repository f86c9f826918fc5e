import { defer, finalize, merge, type Observable, switchMap, tap } from 'rxjs';
import { apps, core } from '../../kinds/index.ts';
import { serverConnection } from '../connection/server-connection.ts';
import { churn } from '../demo/churn.ts';
import { simulateWorkload } from '../demo/simulate-workload.ts';
import { tableReporter } from '../follow/table-reporter.ts';
import type { Host } from '../output/host.ts';
import { streamOutput } from '../output/stream-output.ts';
import { serverWithCors } from './server-with-cors.ts';
import { listening } from './listening.ts';
import type { DemoRequest } from './request.ts';
import { show } from './show.ts';

/**
 * Runs `rx-informer demo`. The command starts an API server in memory, simulates a cluster on the server, reads the
 * changes over HTTP, and shows the changes.
 */
export function demo(where: DemoRequest, host: Host): Observable<never> {
  return defer(() => {
    const server = serverWithCors(where.corsAllowedOrigins);
    const output = streamOutput(host);
    const { churn: large } = where;
    const small = [core.v1.nodes, apps.v1.deployments, core.v1.pods];
    const targets = (large === undefined ? small : [core.v1.nodes, core.v1.pods]).map((resource) => ({
      resource,
      scope: {},
    }));

    return listening(server, where).pipe(
      tap(({ url }) => invitation(url, where).forEach((line) => output.report(line))),
      switchMap(({ url }) => {
        const shown$ = show(serverConnection({ server: url }, {}), targets, {
          host,
          output,
          reporter: tableReporter(output),
          table: true,
        });
        return merge(shown$, large === undefined ? simulateWorkload(server) : churn(server, large));
      }),
      finalize(() => void server.close()),
    );
  });
}

/** Returns the lines that describe how another terminal can show the cluster. */
function invitation(url: string, { churn: large }: DemoRequest): readonly string[] {
  const cluster =
    large === undefined
      ? 'A small cluster'
      : `A cluster of ${large.pods} pods with ${large.rate} events per second`;
  return [
    `${cluster} runs on ${url} until Ctrl-C. To see it from another terminal:`,
    `  rx-informer watch pods -A --server ${url}`,
    `  kubectl --server ${url} get pods -A`,
  ];
}
