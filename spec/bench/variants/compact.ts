import type { Transport } from '../../../src/source/index.ts';
import { compact } from '../../../src/store/index.ts';
import type { Variant } from '../variant.ts';
import { informerOver } from './informer.ts';

/** An informer with a compact store, and with a handler that reads each object. */
export const compactOver = (transportTo: (server: string) => Transport): Variant =>
  informerOver(transportTo, 'never', { storage: compact() });
