import type { Transport } from '../../../src/source/index.ts';
import { compact } from '../../../src/store/index.ts';
import type { Variant } from '../variant.ts';
import { informerOver } from './informer.ts';

/** An informer of this library that stores the objects as bytes (`compact()`). Its handler reads each object. */
export const compactOver = (transportTo: (server: string) => Transport): Variant =>
  informerOver(transportTo, 'never', { storage: compact() });
