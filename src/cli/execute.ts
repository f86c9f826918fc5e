import { from, type Observable, switchMap } from 'rxjs';
import type { Request } from './commands/request.ts';
import { tokenOf } from './connection/token.ts';
import type { Host } from './output/host.ts';
import { streamOutput } from './output/stream-output.ts';

/**
 * Runs the requested command until the command completes or the subscriber unsubscribes. Loads the code of a command
 * only when that command runs.
 *
 * Errors with a `CommandError` if the command finds a wrong argument before it starts.
 *
 * @throws CommandError if the token of `apiserver` is empty or malformed
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
    case 'inspect':
      return from(import('./commands/inspect.ts')).pipe(switchMap(({ inspect }) => inspect(request, host)));
    case 'types':
      return from(import('./commands/types.ts')).pipe(switchMap(({ types }) => types(request, host)));
  }
}
