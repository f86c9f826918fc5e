import { type ApiServer, createApiServer, type ObjectAccess } from 'rx-informer/apiserver';
import { core, type Pod } from 'rx-informer/kinds';
import { marbleScheduler, seededRandom } from 'rx-informer/testing';
import { timer } from 'rxjs';
import { churn, type ChurnOptions } from '../../../src/cli/demo/churn.ts';

/**
 * Returns a replacement for `Math.random` that returns the given numbers one after the other, and then always the last
 * number.
 */
export function drawing(...numbers: readonly number[]): () => number {
  let at = 0;
  return () => numbers[Math.min(at++, numbers.length - 1)] ?? 0;
}

/**
 * Runs the demo's random changes of pods in virtual time. At the given times in ms, calls a function of the test with
 * the server. Returns the errors of the demo.
 */
export function watchChurn(
  options: ChurnOptions,
  looks: Readonly<Record<number, (server: ApiServer) => void>>,
  accessOf: (server: ApiServer) => ObjectAccess = ({ objects }) => objects,
): readonly unknown[] {
  const errors: unknown[] = [];
  marbleScheduler().run(({ flush }) => {
    const server = createApiServer({ random: seededRandom(1) });
    const times = Object.keys(looks).map(Number);
    const running = churn({ objects: accessOf(server) }, options).subscribe({
      error: (error: unknown) => errors.push(error),
    });
    for (const time of times) timer(time).subscribe(() => looks[time]?.(server));
    timer(Math.max(...times) + 1).subscribe(() => {
      running.unsubscribe();
      void server.close();
    });
    flush();
  });
  return errors;
}

export const podsOf = ({ objects }: ApiServer): readonly Pod[] => objects.list(core.v1.pods);
export const phaseOf = ({ metadata, status }: Pod): string =>
  `${metadata.name} ${status?.containerStatuses?.[0]?.state?.waiting?.reason ?? status?.phase ?? ''}`;
