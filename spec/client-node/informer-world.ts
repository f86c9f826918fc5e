import type { KubeObject } from 'rx-informer';
import { fakeControllerSource, type FakeControllerSource, kubeObject } from 'rx-informer/testing';
import { clientNodeInformer } from '../../src/client-node/client-node-informer.ts';
import type { ClientNodeInformer } from '../../src/client-node/index.ts';

/** Returns an object with this key; `uid` distinguishes it from an earlier object with the same name. */
export const at = (key: string, uid = `uid-of-${key}`): KubeObject => kubeObject(key, { metadata: { uid } });

/** Prints `add ns/name@version`, one line for each call. */
export const line = (verb: string, { metadata }: KubeObject): string =>
  `${verb} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}@${metadata.resourceVersion}`;

/** A collection, an informer over it, and the calls of its callbacks; each verb has its own callback. */
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

/** Registers a callback for each verb; all callbacks write into one list. */
export function noted(informer: ClientNodeInformer<KubeObject>): string[] {
  const lines: string[] = [];
  informer.on('add', (object) => void lines.push(line('add', object)));
  informer.on('update', (object) => void lines.push(line('update', object)));
  informer.on('delete', (object) => void lines.push(line('delete', object)));
  return lines;
}
