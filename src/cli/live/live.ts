import { createLogUpdate } from 'log-update';
import { auditTime, defer, finalize, ignoreElements, merge, type Observable, tap } from 'rxjs';
import { type Informer, informer } from '../../informer/index.ts';
import type { KubeObject } from '../../objects/index.ts';
import { listWatch, type Transport } from '../../source/index.ts';
import { isHopeless } from '../follow/hopeless.ts';
import type { Target } from '../follow/follow.ts';
import type { Host } from '../output/host.ts';

/** Whether stdout can show a table that is redrawn in place. */
export function isLive({ stdout, environment }: Host): boolean {
  return stdout.isTTY === true && environment['TERM'] !== 'dumb';
}

/**
 * Keeps up with collections and shows them as one table that is redrawn in place.
 *
 * Errors with what makes a first list impossible; completes when a key was pressed that means it. Unsubscribing leaves the
 * terminal as it was.
 */
export function live(transport: Transport, targets: readonly Target[], host: Host): Observable<never> {
  return defer(() => {
    const draw = createLogUpdate(host.stdout);
    const informers = targets.map(({ resource, scope }) => {
      const followed: Informer<KubeObject> = informer(listWatch(transport, resource, scope), {
        reflect: { giveUp: (status) => !followed.store.hasSynced && isHopeless(status) },
      });
      return followed;
    });
    return merge(...informers.map(({ store }) => store.batches$)).pipe(
      auditTime(100),
      tap(() => {
        const keys = informers
          .flatMap(({ store }) => store.listKeys())
          .slice(0, (host.stdout.rows ?? 24) - 1);
        draw(keys.join('\n'));
      }),
      finalize(() => draw.done()),
      ignoreElements(),
    );
  });
}
