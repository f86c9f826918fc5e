/** The first program of the README as plain JavaScript. The program ends after one change. */
import { KubeConfig } from '@kubernetes/client-node';
import { take } from 'rxjs';
import { informer, listWatch } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { kubeConfigTransport, makeInformer } from 'rx-informer/client-node';
import { core } from 'rx-informer/kinds';

const server = createApiServer({ tokens: { secret: 'system:admin' } });
await server.listen({ port: 0 });
server.seed([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'colors', namespace: 'default' } }]);

const config = new KubeConfig();
config.loadFromString(server.kubeConfig());

const configMaps = informer(listWatch(kubeConfigTransport(config), core.v1.configmaps));
await new Promise((resolve, reject) => {
  configMaps
    .changes()
    .pipe(take(1))
    .subscribe({
      next: ({ type, key }) => console.log(type, key),
      error: reject,
      complete: () => resolve(undefined),
    });
});

const dropIn = makeInformer(config, '/api/v1/configmaps', () => Promise.reject(new Error('not called')));
dropIn.on('add', (object) => console.log('add', object.metadata?.name));
await dropIn.start();
console.log(dropIn.list().length, 'in the cache');
await dropIn.stop();
await server.close();
