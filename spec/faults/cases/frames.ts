import type { FaultCase, Outcome } from '../fault-case.ts';
import { errorFrame } from '../hostile-server.ts';
import { comeUp, counted, ended, facts, isUp, patience, recovery } from '../recovery.ts';
import type { Scene } from '../scene.ts';

const sent =
  (bytes: string) =>
  async (scene: Scene): Promise<void> => {
    await comeUp(scene);
    scene.server.send(bytes);
    await scene.until(() => false, 500);
  };

/**
 * Sends a watch event whose object contains `text`. `write` sends the bytes of the event in pieces. The object must
 * arrive complete.
 */
async function whole(
  scene: Scene,
  text: string,
  write: (scene: Scene, frame: string) => Promise<void>,
): Promise<Outcome> {
  const { server, received } = scene;
  await scene.until(() => isUp(scene), patience);
  const watches = [...server.watches];
  server.watches.clear();
  const pod = server.modify('a', { text });
  for (const watch of watches) server.watches.add(watch);
  const start = performance.now();
  await write(scene, `${JSON.stringify({ type: 'MODIFIED', object: pod })}\n`);
  const isThere = (): boolean => received.some(({ version }) => version === pod.metadata.resourceVersion);
  const arrived = await scene.until(isThere, 20_000);
  const seconds = (performance.now() - start) / 1_000;
  const got = received.find(({ version }) => version === pod.metadata.resourceVersion);
  const isWhole = got?.text === text.slice(0, 100) && got.size === text.length;
  return {
    text: facts(
      ended(scene),
      arrived ? `callback after ${seconds.toFixed(1)} s` : 'no callback in 20 s',
      counted(arrived ? 0 : 1, 'change lost', 'changes lost'),
      arrived && !isWhole ? 'not as it was sent' : '',
    ),
    right: isWhole && ended(scene) === '',
  };
}

const atOnce = ({ server }: Scene, frame: string): Promise<void> => {
  server.send(frame);
  return Promise.resolve();
};

/** Test cases with invalid or unusual bytes in the stream of a watch. */
export const frames: readonly FaultCase[] = [
  {
    name: 'malformed',
    title: 'the stream contains a line that is not JSON',
    run: recovery({ within: 20_000, requests: 6, strike: sent('{"type":"MODIFIED","object":\n') }),
  },
  {
    name: 'no object',
    title: 'the stream contains an event without an object',
    run: recovery({ within: 20_000, requests: 6, strike: sent('{"type":"MODIFIED"}\n') }),
  },
  {
    name: 'status as object',
    title: 'a MODIFIED event contains a Status',
    run: recovery({
      within: 20_000,
      requests: 6,
      strike: sent('{"type":"MODIFIED","object":{"kind":"Status","metadata":{},"code":500}}\n'),
    }),
  },
  {
    name: 'error 403',
    title: 'ERROR 403 in the stream, and the stream ends',
    run: recovery({
      within: 70_000,
      requests: 6,
      async strike(scene) {
        await comeUp(scene);
        for (const watch of scene.server.watches) watch.end(errorFrame(403, 'Forbidden'));
        scene.server.watches.clear();
      },
    }),
  },
  {
    name: 'small chunks',
    title: 'a line arrives in chunks of 5 bytes, which split characters',
    run: (scene) =>
      whole(scene, 'grüße, 世界 🌍', async ({ server, pause }, frame) => {
        const bytes = Buffer.from(frame);
        for (let at = 0; at < bytes.length; at += 5) {
          server.send(bytes.subarray(at, at + 5));
          await pause(1);
        }
      }),
  },
  {
    name: 'U+2028',
    title: 'a string of an object contains a line separator (U+2028)',
    run: (scene) => whole(scene, 'before\u2028after', atOnce),
  },
  {
    name: 'ten megabytes',
    title: 'the watch sends an object of 10 MB',
    run: (scene) => whole(scene, 'x'.repeat(10_000_000), atOnce),
  },
];
