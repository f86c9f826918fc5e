/**
 * Serves Deployments by their labels over HTTP. `GET /deploy?labels[k8s-app]=kube-dns` returns `{ data }` from a
 * lister, without a request to the API server. With several labels, a Deployment must have all labels. For an invalid
 * label, the program answers 400 with `{ msg }`. Until the first list is complete, the program answers with the
 * reason: 403 if the cluster forbids the list, and otherwise 503.
 *
 * The program uses a typed informer factory and a lister, which reads the store of an informer.
 */
import process from 'node:process';
import { serve } from '@hono/node-server';
import { KubeConfig } from '@kubernetes/client-node';
import { Hono } from 'hono';
import { KubeError, labelSelector, type LabelSelector, OptionsError } from 'rx-informer';
import { sharedInformerFactory } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { apps } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const factory = sharedInformerFactory(kubeConfigTransport(config), { apps }, { namespace });
const deployments = factory.apps().v1().deployments();
const lister = deployments.lister();

let inTheWay = new KubeError('transient', 'the first list is not complete');
deployments.informer().setWatchErrorHandler((error) => {
  inTheWay = error;
  console.error(`deployments: ${String(error)}`);
});

/**
 * Makes one requirement from each label. If a label occurs twice with different values, the selector matches nothing.
 */
function selectorOf(query: URLSearchParams): LabelSelector {
  const matchExpressions = [...query].map(([name, value]) => {
    const key = /^labels\[(.+)\]$/.exec(name)?.[1];
    if (key === undefined) throw new OptionsError('query', name, 'labels[KEY]=VALUE');
    return { key, operator: 'In', values: [value] } as const;
  });
  return labelSelector({ matchExpressions });
}

const http = new Hono()
  .get('/deploy', (context) => {
    if (!deployments.informer().hasSynced())
      return context.json({ msg: inTheWay.message }, inTheWay.failure === 'forbidden' ? 403 : 503);
    return context.json({ data: lister.list(selectorOf(new URL(context.req.url).searchParams)) });
  })
  .onError((error, context) => {
    if (error instanceof OptionsError) return context.json({ msg: error.message }, 400);
    console.error(error);
    return context.json({ msg: 'an error of this program' }, 500);
  });

const port = Number(process.env['PORT'] ?? 8888);
const server = serve({ fetch: http.fetch, hostname: '127.0.0.1', port }, (address) =>
  console.log(`http://127.0.0.1:${address.port}/deploy?labels[k8s-app]=kube-dns`),
);
factory.start();

process.once('SIGINT', () => {
  factory.shutdown();
  server.close();
});
