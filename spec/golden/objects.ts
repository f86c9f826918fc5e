import { type KubeObject, keyOf, splitKey } from '../../src/objects/index.ts';

/** Names with a meaning in the traces: no key can be computed for the one, the transformer fails on the other. */
const badName = 'bad';
const boomName = 'boom';

const transformed = 'transformed';

/** The object that `key@resourceVersion#uid:color'` stands for. */
export function parseObject(id: string): KubeObject {
  const { key = '', version = '', uid = '', color, marks = '' } = pattern.exec(id)?.groups ?? {};
  if (key === '') throw new Error(`${id} stands for no object`);
  const { namespace, name } = splitKey(key);
  return {
    metadata: {
      name,
      ...(namespace === '' ? {} : { namespace }),
      uid,
      resourceVersion: version,
      ...(color === undefined ? {} : { labels: { color } }),
      ...(marks === '' ? {} : { annotations: { [transformed]: marks } }),
    },
  };
}

const pattern = /^(?<key>[^@]+)@(?<version>[^#:']*)(?:#(?<uid>[^:']*))?(?::(?<color>[^']*))?(?<marks>'*)$/;

/** The same way back. */
export function printObject(object: KubeObject): string {
  const { uid, resourceVersion, labels, annotations } = object.metadata;
  const color = labels?.['color'];
  return [
    `${keyOf(object)}@${resourceVersion}`,
    uid === '' ? '' : `#${uid}`,
    color === undefined ? '' : `:${color}`,
    annotations?.[transformed] ?? '',
  ].join('');
}

/** The transformer of the traces: a copy with one more mark. */
export function mark(object: KubeObject): KubeObject {
  if (object.metadata.name === boomName) throw new Error('transform failed');
  const { metadata } = object;
  const marks = `${metadata.annotations?.[transformed] ?? ''}'`;
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [transformed]: marks } },
  };
}

/** The key function of the traces. */
export function strictKeyOf(object: KubeObject): string {
  if (object.metadata.name === badName) throw new Error('no key');
  return keyOf(object);
}
