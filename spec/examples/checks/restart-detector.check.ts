import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/** Checks that a pod with few restarts is not reported, and that a pod with many restarts is reported once. */
export const check: ExampleCheck = {
  run: async ({ cluster, namespace, printed }) => {
    const pods = podsOf(namespace);
    const restarted = (name: string, restartCount: number): Promise<unknown> =>
      cluster.patch(`${pods}/${name}/status`, {
        status: {
          containerStatuses: [
            {
              name: 'main',
              image: 'web:1',
              imageID: '',
              ready: false,
              restartCount,
              state: {},
              lastState: {},
            },
          ],
        },
      });
    await printed(/^0 pods are watched$/m);
    for (const name of ['calm', 'crashing', 'last']) await cluster.create(pods, pod(name));

    for (const count of [1, 2, 3]) await restarted('calm', count);
    for (const count of [1, 2, 3, 4, 5]) await restarted('crashing', count);
    await restarted('last', 4);

    await printed(
      new RegExp(
        `^0 pods are watched
${namespace}/crashing restarts again and again: 4 times by now
${namespace}/last restarts again and again: 4 times by now\n$`,
      ),
    );
  },
  ends: 'on-interrupt',
};
