/**
 * An operator for the custom resource of `crd.yaml`. For each ConfigMapGenerator, the operator keeps a ConfigMap with
 * the same name and content. After each line on the standard input, the operator reconciles all objects again.
 *
 * The controller comes behind all stages of the informers.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { KubeConfig } from '@kubernetes/client-node';
import { fromEvent, takeUntil, tap } from 'rxjs';
import { informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { requestsForAll, runUntilSignal } from 'rx-informer/controller';
import { core } from 'rx-informer/kinds';
import { generatorController, generators } from './generator-controller.ts';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);

const objects = informer(listWatch(transport, generators, { namespace }));
const configMaps = informer(listWatch(transport, core.v1.configmaps, { namespace }));
const lines = createInterface({ input: process.stdin });

await runUntilSignal((stop$) =>
  generatorController(transport, objects, configMaps, {
    stop$,
    triggers: [fromEvent(lines, 'line').pipe(requestsForAll(objects, { cause: 'stdin' }), takeUntil(stop$))],
  }).pipe(
    tap((outcome) => {
      if (outcome.outcome === 'done') console.log(outcome.key, outcome.causes.join(', '));
      else console.error(outcome);
    }),
  ),
);
lines.close();
