/**
 * Reorders the encoded events of a watch. Events of one object keep their order. The function does not move an event
 * past a bookmark or an error.
 */
export function mixed(frames: readonly Uint8Array[]): readonly Uint8Array[] {
  const all: Uint8Array[] = [];
  let segment = new Map<string, Uint8Array[]>();
  const flush = (): void => {
    all.push(...[...segment.values()].reverse().flat());
    segment = new Map();
  };
  for (const frame of frames) {
    const key = keyIn(frame);
    if (key === undefined) {
      flush();
      all.push(frame);
    } else segment.set(key, [...(segment.get(key) ?? []), frame]);
  }
  flush();
  return all;
}

interface Frame {
  readonly type: string;
  readonly object: {
    readonly metadata?: Metadata;
    readonly rows?: readonly { readonly object?: { readonly metadata?: Metadata } }[];
  };
}
interface Metadata {
  readonly namespace?: string;
  readonly name?: string;
}

/**
 * Returns the key of the object of an event. The event can contain the object or a table with the object. Returns
 * `undefined` for a bookmark or an error.
 */
function keyIn(bytes: Uint8Array): string | undefined {
  const { type, object } = JSON.parse(new TextDecoder().decode(bytes)) as Frame;
  if (type === 'BOOKMARK' || type === 'ERROR') return undefined;
  const { namespace = '', name } = object.rows?.[0]?.object?.metadata ?? object.metadata ?? {};
  return name === undefined ? undefined : `${namespace}/${name}`;
}
