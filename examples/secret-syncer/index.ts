/**
 * Copies each Secret with the label `sync` to the namespace that the label names. The copy is not owned by the Secret, because an
 * owner must be in the same namespace. So the program deletes the copy by a finalizer.
 *
 * The controller comes behind all stages of the informer.
 */
import { KubeConfig } from '@kubernetes/client-node';
import { tap } from 'rxjs';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { runUntilSignal } from 'rx-informer/controller';
import { syncSecrets } from './sync-secrets.ts';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

await runUntilSignal((stop$) =>
  syncSecrets(kubeConfigTransport(config), namespace, stop$).pipe(
    tap((outcome) => {
      if (outcome.outcome === 'done') console.log('synced', outcome.key);
      else console.error(outcome);
    }),
  ),
);
