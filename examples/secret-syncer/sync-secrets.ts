import { catchError, map, type Observable, of, throwError } from 'rxjs';
import { informer, listWatch, splitKey, StatusError, type Transport } from 'rx-informer';
import { resourceClient } from 'rx-informer/client';
import {
  type Reconcile,
  reconcileByKey,
  type ReconcileOutcome,
  toRequests,
  withFinalizer,
} from 'rx-informer/controller';
import { core } from 'rx-informer/kinds';

export const finalizer = 'example.com/secret-syncer';

/** Keeps a copy of each Secret with the label `sync`. The value of the label is the namespace of the copy. */
export function syncSecrets(
  transport: Transport,
  namespace: string,
  stop$: Observable<unknown>,
): Observable<ReconcileOutcome> {
  const client = resourceClient(transport, core.v1.secrets);
  const secrets = informer(listWatch(transport, core.v1.secrets, { namespace, labelSelector: 'sync' }));
  const copyOf = (key: string): string =>
    `${secrets.store.get(key)?.metadata.labels?.['sync'] ?? ''}/${splitKey(key).name}`;

  const apply: Reconcile = ({ key }) => {
    const { data = {}, type = 'Opaque' } = secrets.store.get(key) ?? {};
    const copy = { metadata: { labels: { 'synced-from': namespace } }, data, type };
    return client
      .apply(copyOf(key), copy, { fieldManager: 'secret-syncer', force: true })
      .pipe(map(() => undefined));
  };
  const cleanup: Reconcile = ({ key }) =>
    client.delete(copyOf(key)).pipe(
      map(() => undefined),
      // The copy is gone already.
      catchError((error: unknown) =>
        error instanceof StatusError && error.code === 404 ? of(undefined) : throwError(() => error),
      ),
    );
  return secrets.changes().pipe(
    toRequests(),
    reconcileByKey(withFinalizer(finalizer, secrets, client, { apply, cleanup }), {
      inputs: { secrets },
      stop$,
    }),
  );
}
