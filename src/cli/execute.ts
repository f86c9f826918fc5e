import { from, type Observable, switchMap } from 'rxjs';
import type { Request } from './commands/request.ts';
import { tokenOf } from './connection/token.ts';
import type { Host } from './output/host.ts';
import { streamOutput } from './output/stream-output.ts';

/**
 * Does what was asked for, until it is done or unsubscribed. Each command is loaded when it is needed.
 *
 * @throws CommandError for what can be seen to be wrong before anything starts
 */
export function execute(request: Request, host: Host): Observable<never> {
  switch (request.command) {
    case 'watch':
      return from(import('./commands/watch.ts')).pipe(switchMap(({ watch }) => watch(request, host)));
    case 'record':
      return from(import('./commands/record.ts')).pipe(switchMap(({ record }) => record(request, host)));
    case 'replay':
      return from(import('./commands/replay.ts')).pipe(switchMap(({ replay }) => replay(request, host)));
    case 'start':
      return from(import('./commands/start.ts')).pipe(
        switchMap(({ start }) => start(request.connection, host)),
      );
    case 'apiserver': {
      const token = tokenOf(request.token, host.environment);
      return from(import('./commands/api-server.ts')).pipe(
        switchMap(({ apiServer }) => apiServer(request, token, streamOutput(host))),
      );
    }
    case 'demo':
      return from(import('./commands/demo.ts')).pipe(switchMap(({ demo }) => demo(request, host)));
  }
}
