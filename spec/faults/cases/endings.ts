import type { FaultCase } from '../fault-case.ts';
import { goneFrame } from '../hostile-server.ts';
import { comeUp, counted, ended, facts, isUp, patience, recovery } from '../recovery.ts';
import type { Scene } from '../scene.ts';

/** Waits until the program under test watches. Then applies a fault to each open watch. */
const toEachWatch =
  (deed: (watch: Scene['server']['watches'] extends Set<infer W> ? W : never) => void) =>
  async (scene: Scene): Promise<void> => {
    await comeUp(scene);
    for (const watch of scene.server.watches) deed(watch);
    scene.server.watches.clear();
  };

/** Test cases with faults that end the stream of a watch. */
export const endings: readonly FaultCase[] = [
  {
    name: 'clean end',
    title: 'the server ends the watch',
    run: recovery({ within: 20_000, requests: 5, strike: toEachWatch((watch) => watch.end()) }),
  },
  {
    name: 'reset',
    title: 'the connection is reset',
    run: recovery({ within: 20_000, requests: 5, strike: toEachWatch((watch) => watch.destroy()) }),
  },
  {
    name: 'half a line',
    title: 'the connection breaks off in the middle of an event',
    run: recovery({
      within: 20_000,
      requests: 5,
      strike: toEachWatch((watch) => watch.write('{"type":"MODIFIED","obj', () => watch.destroy())),
    }),
  },
  {
    name: 'gone, closed',
    title: '410 in the stream, and the stream ends',
    run: recovery({
      within: 20_000,
      requests: 6,
      async strike(scene) {
        await toEachWatch((watch) => watch.end(goneFrame))(scene);
        scene.server.expire();
      },
    }),
  },
  {
    name: 'gone, open',
    title: '410 in the stream, and the stream stays open',
    run: recovery({
      within: 45_000,
      requests: 6,
      async strike(scene) {
        await toEachWatch((watch) => watch.write(goneFrame))(scene);
        scene.server.expire();
      },
    }),
  },
  {
    name: 'silent',
    title: 'the stream becomes idle after bookmarks 1 s apart, and the socket stays open',
    run: recovery({
      within: 100_000,
      requests: 6,
      async strike(scene) {
        await scene.until(() => isUp(scene), patience);
        // This test server sends the second bookmark 1 s after the first bookmark. A real server sends a bookmark about
        // once a minute if the client requests bookmarks.
        for (const version of ['3', '3']) {
          scene.server.send(
            `{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"${version}"}}}\n`,
          );
          await scene.pause(1_000);
        }
        scene.server.watches.clear();
      },
    }),
  },
  {
    name: 'quiet',
    title: 'no object changes for 65 s',
    async run(scene) {
      await scene.until(() => isUp(scene), patience);
      await scene.until(() => false, 65_000);
      const asked = scene.server.asked.length;
      return { text: facts(ended(scene), counted(asked, 'request')), right: asked <= 3 };
    },
  },
  {
    name: 'flapping',
    title: 'for 10 s, the server ends each watch at once',
    hooks: () => ({
      watch(response) {
        response.writeHead(200, { 'content-type': 'application/json' }).end();
        return true;
      },
    }),
    async run(scene) {
      await scene.until(() => scene.server.count('watch') > 0, patience);
      await scene.until(() => false, 10_000);
      const asked = scene.server.asked.length;
      return { text: facts(ended(scene), counted(asked, 'request')), right: asked <= 12 };
    },
  },
  {
    name: 'connections',
    title: 'for 15 s, the server ends each watch over TLS after one event',
    hooks: () => ({
      tls: true,
      watch(response, nth) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          `{"type":"MODIFIED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"default","uid":"uid-1","resourceVersion":"${nth + 3}"}}}\n`,
        );
        return true;
      },
    }),
    async run(scene) {
      const { server } = scene;
      await scene.until(() => server.count('watch') > 0, patience);
      await scene.until(() => false, 15_000);
      const { connections } = server;
      const asked = server.asked.length;
      return {
        text: facts(ended(scene), `${counted(asked, 'request')} over ${counted(connections, 'connection')}`),
        right: connections <= asked / 2 && asked > 5 && ended(scene) === '',
      };
    },
  },
  {
    name: 'new uid',
    title: 'a later list contains a new object with the name of a deleted object',
    async run(scene) {
      const { server, received } = scene;
      await scene.until(() => isUp(scene), patience);
      const watches = [...server.watches];
      server.watches.clear();
      server.remove('b');
      const { uid } = server.add('b').metadata;
      server.expire();
      for (const watch of watches) watch.end(goneFrame);
      await scene.until(() => received.some((one) => one.uid === uid), 20_000);
      const calls = received
        .slice(3)
        .map((one) => `\`${one.verb}\` of the ${one.uid === uid ? 'new' : 'old'} object`);
      const text = facts(
        ended(scene),
        calls.join(', '),
        counted(3 - received.slice(0, 3).length, 'change lost', 'changes lost'),
      );
      return { text, right: text === '`delete` of the old object, `add` of the new object' };
    },
  },
];
