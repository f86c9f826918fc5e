import {
  applyMergePatch,
  checkArgument,
  type KubeObject,
  type ObjectKey,
  type Rule,
  splitKey,
} from '../objects/index.ts';
import { frozen } from './frozen.ts';
import type { PartOf } from './part-of.ts';

/**
 * A well-formed, frozen object: name and namespace from the key, a uid made of it, resourceVersion '1', and what you
 * add.
 *
 * @throws OptionsError for a key with more than one slash
 *
 * @example
 * ```ts
 * const web = kubeObject<Pod>('shop/web', { metadata: { labels: { app: 'web' } } });
 * ```
 */
export function kubeObject<T extends KubeObject = KubeObject>(
  key: ObjectKey,
  fields: PartOf<T> = {} as PartOf<T>,
): T {
  checkArgument('kubeObject: key', key, aKey);
  const { namespace, name } = splitKey(key);
  const metadata = {
    name,
    ...(namespace === '' ? {} : { namespace }),
    uid: `uid-of-${key}`,
    resourceVersion: '1',
  };
  return frozen(applyMergePatch({ metadata }, fields)) as T;
}

const aKey: Rule = {
  allowed: '`name` or `namespace/name`',
  test: (given) => typeof given === 'string' && /[^/]$/.test(given),
};
