/**
 * Records and replays more data than the heap of this process can hold. Prints the number of recorded and of replayed
 * events.
 *
 *     node --max-old-space-size=48 --conditions=rx-informer:source spec/recording/large-child.ts MEGABYTES
 */
import process from 'node:process';
import { from } from 'rxjs';
import type { KubeObject, WatchEvent } from 'rx-informer';
import { recordListerWatcher, replayListerWatcher } from 'rx-informer/recording';
import { kubeObject } from 'rx-informer/testing';

const events = (Number(process.argv[2]) * 1_000_000) / 2_000;
const annotations = { padding: 'x'.repeat(1_700) };

function* changes(): Generator<WatchEvent<KubeObject>> {
  for (let at = 0; at < events; at++) {
    const metadata = { resourceVersion: String(at + 2), annotations };
    yield { type: 'MODIFIED', object: kubeObject(`shop/pod-${at % 100}`, { metadata }) };
  }
}

let [recorded, bytes, last] = [0, 0, ''];
const head: string[] = [];
recordListerWatcher<KubeObject>({ list: () => from([]), watch: () => from(changes()) }, (line) => {
  recorded++;
  bytes += line.length;
  if (recorded <= 2) head.push(line);
  last = line;
})
  .watch()
  .subscribe();

function* lines(): Generator<string> {
  yield* head;
  for (const event of changes()) {
    yield JSON.stringify({ time: 0, stage: 'requests', value: { request: 1, event } });
  }
  yield last;
}

let replayed = 0;
replayListerWatcher(lines(), { speed: Infinity })
  .watch()
  .subscribe({ next: () => replayed++, complete: () => process.stdout.write(`${replayed} `) });
process.stdout.write(`${recorded - 3} ${Math.round(bytes / 1_000_000)}\n`);
