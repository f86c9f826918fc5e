import { createRequire } from 'node:module';
import type * as Wire from '@bufbuild/protobuf/wire';
import { tooLarge } from '../../status/refusals.ts';

/** Loads the protobuf library on first use, because most servers receive only JSON. */
export function wire(): typeof Wire {
  return require('@bufbuild/protobuf/wire') as typeof Wire;
}

const require = createRequire(import.meta.url);

/**
 * Returns a reader that rejects a protobuf body with too many fields. An empty field takes only two bytes in the body,
 * but as much time as any other field.
 */
export function boundedReader(bytes: Uint8Array): Wire.BinaryReader {
  const { BinaryReader } = wire();
  let left = maxFields;
  class Bounded extends BinaryReader {
    override tag(): ReturnType<Wire.BinaryReader['tag']> {
      if (left-- === 0) throw tooLarge(`the body has more than ${maxFields} fields`);
      return super.tag();
    }
  }
  return new Bounded(bytes);
}

/**
 * The maximum number of fields in a protobuf body. In a map of quantities, for example, up to four fields become one
 * JSON value.
 */
const maxFields = 100_000;
