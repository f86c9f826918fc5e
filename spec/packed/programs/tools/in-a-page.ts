/**
 * A program with the entry points that run in browsers and on Node. Each tool under test (compiler, bundler, test
 * runner or runtime) runs this program, as TypeScript or as JavaScript.
 */
import { firstValueFrom, Observable } from 'rxjs';
import { informer, KubeError, listWatch, OptionsError, waitForCacheSync } from 'rx-informer';
import { resourceClient } from 'rx-informer/client';
import { reconcileByKey } from 'rx-informer/controller';
import { newStore } from 'rx-informer/client-go';
import { fetchTransport } from 'rx-informer/fetch';
import { core } from 'rx-informer/kinds';
import {
  RecordingError,
  recordingHeader,
  recordListerWatcher,
  replayListerWatcher,
} from 'rx-informer/recording';
import { assertChanges, emissionsOf, kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';

/** Uses each entry point. Resolves with a line of text for each step. */
export async function inAPage(): Promise<readonly string[]> {
  const steps: string[] = [];
  const recording: string[] = [];

  const scheduler = marbleScheduler();
  scheduler.run(({ flush }) => {
    const pods = virtualCluster({ lag: 50 }).collection('pods');
    pods.put(kubeObject('shop/web'));
    const live = informer(recordListerWatcher(pods.listerWatcher(), (line) => recording.push(line)));
    const seen = emissionsOf(live.changes(), '^ 10s !');
    scheduler.schedule(() => {
      steps.push(`virtual cluster: ${live.store.hasSynced ? 'synced' : 'not synced'}`);
      pods.remove('shop/web');
    }, 1000);
    flush();
    assertChanges(seen, ['added shop/web initial', 'deleted shop/web watch']);
  });

  const replayed = informer(replayListerWatcher(recording, { end: 'never', speed: Infinity }));
  steps.push(`one RxJS: ${String(replayed.changes() instanceof Observable)}`);
  const first = firstValueFrom(replayed.changes());
  await waitForCacheSync([replayed]);
  steps.push(`recording: ${(await first).type} ${(await first).key}`);

  const mistakes = {
    root: () => listWatch(fetchTransport({ server: '' }), core.v1.pods, { labelSelector: 'a===b' }),
    client: () => resourceClient({} as never, core.v1.pods),
    controller: () => reconcileByKey('no function' as never),
    'client-go': () => newStore('no function' as never),
    fetch: () => fetchTransport({ server: 'nowhere' }),
    testing: () => virtualCluster({ lag: -1 }),
    recording: () => recordingHeader('{}'),
  };
  for (const [door, mistake] of Object.entries(mistakes)) {
    try {
      mistake();
    } catch (error) {
      const expected = door === 'recording' ? RecordingError : OptionsError;
      steps.push(`error of ${door}: ${String(error instanceof KubeError && error instanceof expected)}`);
    }
  }
  return steps;
}
