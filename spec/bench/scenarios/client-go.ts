import { buildClientGo } from '../client-go/build.ts';
import type { Contender } from '../driver/scenario.ts';
import type { CacheWork } from './cache.ts';

const script = new URL('../client-go/child.ts', import.meta.url);

/**
 * The ways in which client-go caches, with their titles. client-go lists in pages unless the title says something else.
 */
const forms = {
  typed: 'typed',
  'typed-streamed': 'typed, streaming',
  'typed-strip': 'typed, managedFields dropped',
  dynamic: 'dynamic',
  metadata: 'metadata',
  pipeline: 'pipeline alone',
} as const;

/** client-go with the same work as a variant. Each run has a new Go process. */
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
      prepare: buildClientGo,
    }),
);
