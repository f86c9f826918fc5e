import { buildClientGo } from '../client-go/build.ts';
import type { Contender } from '../driver/scenario.ts';
import type { CacheWork } from './cache.ts';

const script = new URL('../client-go/child.ts', import.meta.url);

/** The forms of client-go, and their titles. A form lists in pages unless its title says otherwise. */
const forms = {
  typed: 'typed',
  'typed-streamed': 'typed, streaming',
  'typed-strip': 'typed, managedFields dropped',
  dynamic: 'dynamic',
  metadata: 'metadata',
  pipeline: 'pipeline alone',
} as const;

/** client-go with the same work, in a Go process for each run. */
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
