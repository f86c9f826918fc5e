import { createRequire } from 'node:module';
import type { BinaryReader } from '@bufbuild/protobuf/wire';

/** A reader of bytes in protobuf. Its library is loaded by the first: many a server is only ever sent JSON. */
export function readerOf(bytes: Uint8Array): BinaryReader {
  const wire = require('@bufbuild/protobuf/wire') as { readonly BinaryReader: typeof BinaryReader };
  return new wire.BinaryReader(bytes);
}

const require = createRequire(import.meta.url);
