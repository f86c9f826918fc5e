import { createRequire } from 'node:module';
import type * as Wire from '@bufbuild/protobuf/wire';
import { tooLarge } from '../../status/refusals.ts';

/** The library for protobuf, loaded when it is needed: many a server is only ever sent JSON. */
export function wire(): typeof Wire {
  return require('@bufbuild/protobuf/wire') as typeof Wire;
}

const require = createRequire(import.meta.url);

/** A reader that refuses a body of too many fields: an empty one has two bytes, and costs as much as another. */
export function boundedReader(bytes: Uint8Array): Wire.BinaryReader {
  const { BinaryReader } = wire();
  let left = mostFields;
  class Bounded extends BinaryReader {
    override tag(): ReturnType<Wire.BinaryReader['tag']> {
      if (left-- === 0) throw tooLarge(`the body has more than ${mostFields} fields`);
      return super.tag();
    }
  }
  return new Bounded(bytes);
}

/** Up to four fields make one value in JSON, as in a map of quantities. */
const mostFields = 100_000;
