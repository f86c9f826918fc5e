import { defer, merge, type Observable, switchMap } from 'rxjs';
import { connect } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { lookUp } from '../discovery/look-up.ts';
import { follow } from '../follow/follow.ts';
import { tableReporter } from '../follow/table-reporter.ts';
import type { Output } from '../output/output.ts';

/** `rx-informer start --server …`: the pods, deployments and nodes of a cluster, a line for each change. */
export function start(connection: Connection, output: Output): Observable<never> {
  return defer(() => {
    const options = { output, reporter: tableReporter(output) };
    const transport = connect(connection);

    return lookUp(transport, connection.server, ['nodes.v1', 'deployments.v1.apps', 'pods.v1']).pipe(
      switchMap((resources) =>
        merge(...resources.map((resource) => follow(transport, { resource, scope: {} }, options))),
      ),
    );
  });
}
