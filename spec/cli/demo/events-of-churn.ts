import { createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { marbleScheduler, seededRandom } from 'rx-informer/testing';
import { churn } from '../../../src/cli/demo/churn.ts';

/**
 * Runs the demo's random changes of pods. After each second, records the newest resourceVersion and the number of
 * pods. Also returns the final names of the pods.
 */
export function eventsOf(pods: number, rate: number, seconds: number) {
  const scheduler = marbleScheduler();
  return scheduler.run(({ flush }) => {
    const server = createApiServer();
    const running = churn(server, { pods, rate, random: seededRandom(1) }).subscribe();
    const version = (): number =>
      Math.max(...server.objects.list(core.v1.pods).map(({ metadata }) => Number(metadata.resourceVersion)));
    const [versions, sizes]: number[][] = [[], []];
    for (let second = 0; second <= seconds; second++) {
      scheduler.schedule(
        () => {
          versions?.push(version());
          sizes?.push(server.objects.list(core.v1.pods).length);
          if (second === seconds) running.unsubscribe();
        },
        second * 1000 + 5,
      );
    }
    flush();
    const names = server.objects.list(core.v1.pods).map(({ metadata }) => metadata.name);
    void server.close();
    return { versions: versions ?? [], sizes: sizes ?? [], names };
  });
}
