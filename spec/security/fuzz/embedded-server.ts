/**
 * Runs the embedded API server in this process. Answers each message of the parent process with two values: the memory
 * of this process, and the longest block of its event loop since the last message. Only the CPU time of this process
 * counts, because other processes may use the CPU.
 */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { createApiServer } from 'rx-informer/apiserver';
import { definition } from './server-requests.ts';

const crds = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const server = createApiServer({ historySize: 20 });
server.objects.create(crds, definition('widgets', 'fuzz.example.com', undefined) as never);
server.objects.create(configMaps, { metadata: { name: 'c', namespace: 'default' } });
server.objects.create({ group: '', version: 'v1', resource: 'namespaces' }, { metadata: { name: 'many' } });
for (let at = 0; at < 3_000; at++) {
  const metadata = { name: `c${at}`, namespace: 'many', labels: { a: 'b' } };
  server.objects.create(configMaps, { metadata });
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let [longest, wall, used] = [0, performance.now(), cpu()];
function beat(): void {
  const [nextWall, nextUsed] = [performance.now(), cpu()];
  longest = Math.max(longest, Math.min(nextWall - wall, nextUsed - used));
  [wall, used] = [nextWall, nextUsed];
}
setInterval(beat, 2);

process.on('message', () => {
  beat();
  process.send?.({ blocked: Math.round(longest), memory: Math.round(process.memoryUsage().rss / 1_048_576) });
  longest = 0;
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: (await server.listen()).url });
