import { createRequire } from 'node:module';
import type * as Wire from '@bufbuild/protobuf/wire';

/** The library for protobuf, loaded when it is needed: many a server is only ever sent JSON. */
export function wire(): typeof Wire {
  return require('@bufbuild/protobuf/wire') as typeof Wire;
}

const require = createRequire(import.meta.url);
