import { type KubeObject, keyOf, splitKey } from '../../src/objects/index.ts';

/**
 * Object names with a special meaning in the recorded test cases. The key function fails for `bad`, and the transform
 * fails for `boom`.
 */
const badName = 'bad';
const boomName = 'boom';

const transformed = 'transformed';

/** Reads an object from the format `key@resourceVersion#uid:color'`. Each `'` means that a transform has run once. */
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

/** Writes an object in the format that `parseObject` reads. */
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

/** The transform of the recorded test cases. Returns a copy with one more `'` in its text. */
export function mark(object: KubeObject): KubeObject {
  if (object.metadata.name === boomName) throw new Error('transform failed');
  const { metadata } = object;
  const marks = `${metadata.annotations?.[transformed] ?? ''}'`;
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [transformed]: marks } },
  };
}

/** The key function of the recorded test cases. */
export function strictKeyOf(object: KubeObject): string {
  if (object.metadata.name === badName) throw new Error('no key');
  return keyOf(object);
}
