/**
 * Copies each Secret with the label `sync` to another namespace. The value of the label is the name of this namespace.
 * The Secret cannot own its copy, because an owner must be in the same namespace. Therefore the Secret gets a
 * finalizer, and the program deletes the copy when the Secret is deleted.
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
