/**
 * An operator for the custom resource of `crd.yaml`. The program prints each outcome. At SIGTERM or SIGINT, the program
 * waits until its runs have ended, and then ends.
 *
 * The controller comes behind all stages of the informers.
 */
import { KubeConfig } from '@kubernetes/client-node';
import { tap } from 'rxjs';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { runUntilSignal } from 'rx-informer/controller';
import { websiteController } from './website-controller.ts';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);

await runUntilSignal((stop$) =>
  websiteController(transport, namespace, { stop$ }).pipe(
    tap((outcome) => {
      if (outcome.outcome === 'failed') console.error(outcome.key, String(outcome.error));
      else if (outcome.outcome === 'notSynced') console.error('waiting for', outcome.inputs);
      else console.log(outcome.outcome, outcome.key);
    }),
  ),
);
