/**
 * Watches only the secrets that pods refer to, so that the program needs no memory for the other secrets, and no right to
 * list them. When a pod begins to refer to a secret, the program watches this secret. When no pod refers to the secret any
 * more, the program forgets it.
 *
 * The secrets come from an informer over a set that changes. Each member of the set watches one secret by its name.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { map } from 'rxjs';
import { informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { groupCount } from 'rx-informer/derived';
import { core, type Pod } from 'rx-informer/kinds';
import { informerSet } from 'rx-informer/scope';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);

const pods = informer(listWatch(transport, core.v1.pods, { namespace }));
const secretsOf = ({ spec }: Pod): readonly string[] =>
  (spec?.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []);
const names$ = groupCount(pods, secretsOf).pipe(map((counts) => counts.keys()));

const secrets = informerSet(
  names$,
  (name) => listWatch(transport, core.v1.secrets, { namespace, fieldSelector: `metadata.name=${name}` }),
  { resetDelay: 0 },
);

const running = secrets.changes().subscribe({
  next: ({ type, object: { metadata, data = {} }, cause }) => {
    const text =
      cause === 'scope' ? 'no pod refers to it any more' : `${type}, ${Object.keys(data).length} values`;
    console.log(`${metadata.name}: ${text}`);
  },
  error: (error: unknown) => {
    console.error(String(error));
    process.exitCode = 1;
  },
});
process.once('SIGINT', () => running.unsubscribe());
