/** Encodes some Kubernetes messages as protobuf, as kubectl sends them. */

/** Encodes a protobuf field that contains a text or another message. */
function field(number: number, value: string | Buffer): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(bytes.length)]), bytes]);
}

const varint = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];

/** Returns the protobuf bytes of a `ConfigMap`, as a client sends them. */
export function configMapMessage(name: string, data: Readonly<Record<string, string>>): Buffer {
  const type = Buffer.concat([field(1, 'v1'), field(2, 'ConfigMap')]);
  const entries = Object.entries(data).map(([key, value]) =>
    field(2, Buffer.concat([field(1, key), field(2, value)])),
  );
  // kubectl also sends an empty creationTimestamp, which means that the object has none.
  const metadata = Buffer.concat([field(1, name), field(8, '')]);
  const raw = Buffer.concat([field(1, metadata), ...entries]);
  return Buffer.concat([Buffer.from('k8s\0'), field(1, type), field(2, raw), field(3, ''), field(4, '')]);
}
