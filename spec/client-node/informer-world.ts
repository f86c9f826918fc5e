import type { KubeObject } from 'rx-informer';
import { fakeControllerSource, type FakeControllerSource, kubeObject } from 'rx-informer/testing';
import { clientNodeInformer } from '../../src/client-node/client-node-informer.ts';
import type { ClientNodeInformer } from '../../src/client-node/index.ts';

/** Returns an object with this key. An object with another `uid` is a new object with the same name. */
export const at = (key: string, uid = `uid-of-${key}`): KubeObject => kubeObject(key, { metadata: { uid } });

/** Returns a call of a callback as text: `add ns/name@version`. */
export const line = (verb: string, { metadata }: KubeObject): string =>
  `${verb} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}@${metadata.resourceVersion}`;

/**
 * A fake collection, an informer of this collection, and the recorded calls of the callbacks. Each verb has a separate
 * callback.
 */
export interface World {
  readonly source: FakeControllerSource<KubeObject>;
  readonly informer: ClientNodeInformer<KubeObject>;
  readonly lines: string[];
}

export function world(...keys: readonly string[]): World {
  const source = fakeControllerSource(keys.map((key) => at(key)));
  const informer = clientNodeInformer(source);
  return { source, informer, lines: noted(informer) };
}

/** Registers a callback for each verb. All callbacks write into one list, which is returned. */
export function noted(informer: ClientNodeInformer<KubeObject>): string[] {
  const lines: string[] = [];
  informer.on('add', (object) => void lines.push(line('add', object)));
  informer.on('update', (object) => void lines.push(line('update', object)));
  informer.on('delete', (object) => void lines.push(line('delete', object)));
  return lines;
}
