import { defer, ignoreElements, type Observable, tap } from 'rxjs';
import { informersUrl, readInspections } from '../inspect/read-inspections.ts';
import { inspectionLines } from '../inspect/machine/inspection-lines.ts';
import type { Host } from '../output/host.ts';
import { streamOutput } from '../output/stream-output.ts';
import type { InspectRequest } from './request.ts';

/**
 * Runs `rx-informer inspect`: shows the state of the informers of a running program.
 *
 * @throws CommandError for a text that is not a URL
 */
export function inspect({ url, output: format }: InspectRequest, host: Host): Observable<never> {
  const address = informersUrl(url);
  return defer(() => {
    const output = streamOutput(host);
    return readInspections(address).pipe(
      tap((inspections) => {
        if (format === 'json') output.printJson([JSON.stringify({ informers: inspections }, null, 2)]);
        else for (const line of inspectionLines(inspections)) output.print(line);
      }),
      ignoreElements(),
    );
  });
}
