import { clientGoProgram } from '../client-go/build.ts';
import type { Contender } from '../driver/scenario.ts';
import type { CacheWork } from './cache.ts';

const script = new URL('../client-go/child.ts', import.meta.url);

/**
 * The modes in which client-go caches a collection, with their titles. client-go lists in pages, except in the modes
 * with `streaming` in their titles.
 */
const forms = {
  typed: 'typed',
  'typed-streamed': 'typed, streaming',
  'typed-strip': 'typed, managedFields dropped',
  dynamic: 'dynamic',
  metadata: 'metadata',
  pipeline: 'pipeline alone',
} as const;

/**
 * Measured programs with client-go. They do the same work as the TypeScript programs. Each run starts a new Go
 * process.
 */
export const clientGo: readonly ((work: CacheWork) => Contender)[] = Object.entries(forms).map(
  ([form, title]) =>
    ({ resource, objects, cold, events, paced }) => ({
      name: `client-go, ${title}`,
      script,
      args: ([server = '']) => [form, server, resource, ...[objects, cold, events, paced].map(String)],
      needs: {
        ...(form === 'metadata' && { metadata: true }),
        ...(form === 'typed-streamed' && { streams: true }),
      },
      prepare: clientGoProgram.build,
    }),
);
