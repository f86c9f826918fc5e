import type { FaultCase } from '../fault-case.ts';
import { counted, ended, facts, isUp, patience, recovery } from '../recovery.ts';
import type { Scene } from '../scene.ts';

/**
 * Returns a test case in which a callback of the program throws an error. The test calls `strike` after the callbacks
 * for the first list.
 */
const throwing = (name: string, title: string, strike: (scene: Scene) => Promise<void>): FaultCase => ({
  name,
  title,
  program: 'throws',
  run: recovery({
    within: 20_000,
    requests: 4,
    async strike(scene) {
      await scene.until(() => isUp(scene), patience);
      await strike(scene);
    },
  }),
});

/** Test cases with faults in the callbacks of the program. */
export const programs: readonly FaultCase[] = [
  throwing('throw in list', 'a callback throws for an object of the first list', () => Promise.resolve()),
  throwing('throw in watch', 'a callback throws for an object of a watch event', async (scene) => {
    scene.server.add('d');
    await scene.until(() => false, 200);
    scene.server.remove('d');
  }),
  {
    name: 'stop in list',
    title: 'the program calls `stop()` before the list has arrived',
    hooks: () => ({
      list(response, nth) {
        if (nth > 1) return false;
        response.setHeader('content-type', 'application/json');
        setTimeout(
          () => response.end('{"kind":"PodList","metadata":{"resourceVersion":"3"},"items":[]}'),
          1_500,
        );
        return true;
      },
    }),
    async run(scene) {
      const { server } = scene;
      await scene.until(() => server.count('list') > 0, patience);
      await scene.pause(200);
      const before = server.asked.length;
      scene.send('stop');
      await scene.until(() => false, 8_000);
      return stopped(scene, before);
    },
  },
  {
    name: 'stop',
    title: 'the program calls `stop()` while the watch is open',
    async run(scene) {
      await scene.until(() => isUp(scene), patience);
      const before = scene.server.asked.length;
      scene.send('stop');
      await scene.until(() => false, 8_000);
      return stopped(scene, before);
    },
  },
  {
    name: 'start twice',
    title: 'the program calls `start()` twice, and then `stop()`',
    program: 'start twice',
    async run(scene) {
      const { server, received } = scene;
      await scene.until(() => isUp(scene), patience);
      await scene.pause(1_000);
      server.add('d');
      await scene.pause(500);
      const most = server.watches.size;
      const doubled = received.length - new Set(received.map(({ name }) => name)).size;
      const before = server.asked.length;
      scene.send('stop');
      await scene.until(() => false, 8_000);
      const after = stopped(scene, before);
      return {
        text: facts(counted(most, 'watch', 'watches'), counted(doubled, 'repeated call'), after.text),
        right: most === 1 && doubled === 0 && after.right,
      };
    },
  },
  {
    name: 'late callback',
    title: 'a callback that the program adds late gets only later changes',
    async run(scene) {
      await scene.until(() => isUp(scene) && scene.hasStarted(), patience);
      scene.send('late');
      await scene.pause(300);
      scene.server.add('d');
      await scene.until(() => scene.late.length > 0, 5_000);
      const lateCalls = scene.late.join(' ');
      return {
        text: facts(ended(scene), `called for ${lateCalls === '' ? 'no object' : `the object ${lateCalls}`}`),
        right: lateCalls === 'd',
      };
    },
  },
  {
    name: 'async callback',
    title: 'an async callback gets four updates of one object',
    program: 'async',
    async run(scene) {
      const { server, steps } = scene;
      await scene.until(() => isUp(scene), patience);
      const versions = [1, 2, 3, 4].map(() => server.modify('a').metadata.resourceVersion);
      await scene.until(() => steps.length >= 8, 10_000);
      let [running, most] = [0, 0];
      for (const step of steps) {
        running += step.startsWith('begin') ? 1 : -1;
        most = Math.max(most, running);
      }
      const finished = steps.filter((step) => step.startsWith('end')).map((step) => step.slice(4));
      const inOrder = finished.join() === versions.join();
      return {
        text: facts(
          ended(scene),
          `${counted(most, 'call')} at a time`,
          inOrder
            ? 'in the order of the updates'
            : `the calls finished in the order ${finished.map((v) => versions.indexOf(v) + 1).join(' ')}`,
        ),
        right: most === 1 && inOrder && ended(scene) === '',
      };
    },
  },
];

function stopped(
  { server, errors, ended: why }: Parameters<FaultCase['run']>[0],
  before: number,
): { readonly text: string; readonly right: boolean } {
  const later = server.asked.length - before;
  const open = server.watches.size;
  return {
    text: facts(
      ended({ ended: why }),
      later === 0 ? 'no request after `stop()`' : `${counted(later, 'request')} after \`stop()\``,
      open === 0 ? 'no watch left open' : `${counted(open, 'watch', 'watches')} left open`,
      errors.length === 0 ? '' : `${counted(errors.length, 'call')} of \`error\``,
    ),
    right: later === 0 && open === 0 && errors.length === 0 && ended({ ended: why }) === '',
  };
}
