import { lastValueFrom, tap } from 'rxjs';
import { type KubeObject, keyOf } from '../../../src/objects/index.ts';
import { listWatch, type ListerWatcher, type Transport } from '../../../src/source/index.ts';
import type { Variant } from '../variant.ts';

/** The source alone, into a Map. */
export function listWatchOver(transportTo: (server: string) => Transport): Variant {
  const pods = new Map<string, KubeObject>();
  let source: ListerWatcher<KubeObject> | undefined;
  let resourceVersion = '';

  const keep = (pod: KubeObject): void => {
    pods.set(keyOf(pod), pod);
  };

  return {
    async sync(server) {
      source = listWatch(transportTo(server), { group: '', version: 'v1', resource: 'pods' });
      const pages$ = source.list({ limit: 500 }).pipe(tap((page) => page.items.forEach(keep)));
      ({ resourceVersion } = await lastValueFrom(pages$));
      return pods.size;
    },
    watch(_, onEvent) {
      source?.watch({ resourceVersion, allowWatchBookmarks: true }).subscribe((event) => {
        if (event.type === 'BOOKMARK') return;
        keep(event.object);
        onEvent();
      });
    },
  };
}
