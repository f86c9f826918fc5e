import {
  anObject,
  applyMergePatch,
  checkArgument,
  type KubeObject,
  type ObjectKey,
  type Rule,
  splitKey,
} from '../objects/index.ts';
import { frozenCopy } from './frozen.ts';
import type { PartOf } from './part-of.ts';

/**
 * Returns a well-formed, frozen object with your fields. The name, namespace and uid are made from the key, and the
 * resourceVersion is '1'. The fields are nested as in the object: `{ metadata: { labels } }`. In contrast,
 * builders such as `pod` accept the fields of metadata without `metadata` around them.
 *
 * @throws OptionsError for an invalid key, and for a name or namespace that differs from the key
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
  checkArgument('kubeObject: fields', fields, anObject);
  const { namespace, name } = splitKey(key);
  const { metadata: given = {} } = fields as Partial<KubeObject>;
  checkArgument('kubeObject: metadata', given, anObject);
  for (const [field, ofKey] of Object.entries({ name, namespace })) {
    const allowed = `that of the key ${key}, or absent`;
    checkArgument(`kubeObject: metadata.${field}`, (given as Record<string, unknown>)[field], {
      allowed,
      test: (own) => own === undefined || own === ofKey,
    });
  }
  const metadata = {
    name,
    ...(namespace === '' ? {} : { namespace }),
    uid: `uid-of-${key}`,
    resourceVersion: '1',
  };
  const made = applyMergePatch({ metadata }, fields);
  return frozenCopy(made as T);
}

const aKey: Rule = {
  allowed: '`name` or `namespace/name`',
  test: (given) => typeof given === 'string' && /^([^/]+\/)?[^/]+$/.test(given),
};
