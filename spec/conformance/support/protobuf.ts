/** Some messages of Kubernetes in their binary form, as kubectl sends them. */

/** A field of a message with bytes: a text or another message. */
function field(number: number, value: string | Buffer): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(bytes.length)]), bytes]);
}

const varint = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];

/** The bytes of a `ConfigMap` in a request. */
export function configMapMessage(name: string, data: Readonly<Record<string, string>>): Buffer {
  const type = Buffer.concat([field(1, 'v1'), field(2, 'ConfigMap')]);
  const entries = Object.entries(data).map(([key, value]) =>
    field(2, Buffer.concat([field(1, key), field(2, value)])),
  );
  // kubectl sends an empty creationTimestamp, which means none.
  const metadata = Buffer.concat([field(1, name), field(8, '')]);
  const raw = Buffer.concat([field(1, metadata), ...entries]);
  return Buffer.concat([Buffer.from('k8s\0'), field(1, type), field(2, raw), field(3, ''), field(4, '')]);
}
