import { catchError, concat, defer, tap, throwError } from 'rxjs';
import { type KubeObject, keyOf, StatusError } from '../../../src/objects/index.ts';
import { listWatch, type Transport } from '../../../src/source/index.ts';
import { resources } from '../resources.ts';
import type { Variant } from '../variant.ts';

/**
 * A program that uses only the source of this library, without an informer. A Map stores the objects. The program
 * lists again when a watch has expired.
 */
export function listWatchOver(transportTo: (server: string) => Transport): Variant {
  const held = new Map<string, KubeObject>();

  return {
    start({ server, resource }, onObject) {
      const { group, version } = resources[resource];
      const source = listWatch(transportTo(server), { group, version, resource });
      let resourceVersion = '';
      const keep = (object: KubeObject): void => {
        held.set(keyOf(object), object);
        onObject(object);
      };

      return new Promise((resolve, reject) => {
        const list$ = source.list({ limit: 500 }).pipe(
          tap({
            next: (page) => {
              page.items.forEach(keep);
              ({ resourceVersion } = page);
            },
            complete: () => resolve({ size: held.size, list: () => held.values() }),
          }),
        );
        const watch$ = defer(() => source.watch({ resourceVersion, allowWatchBookmarks: true })).pipe(
          tap((event) => {
            if (event.type !== 'BOOKMARK') keep(event.object);
          }),
        );
        concat(list$, watch$)
          .pipe(
            catchError((error: unknown, again$) =>
              error instanceof StatusError && error.inStream ? again$ : throwError(() => error),
            ),
          )
          .subscribe({ error: reject });
      });
    },
  };
}
