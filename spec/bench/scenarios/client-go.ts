import { buildClientGo } from '../client-go/build.ts';
import type { Contender } from '../driver/scenario.ts';
import type { CacheWork } from './cache.ts';

const script = new URL('../client-go/child.ts', import.meta.url);

/** The forms of client-go, and what is said of each. Pages are asked for where nothing else is said. */
const forms = {
  typed: 'typed',
  'typed-streamed': 'typed, streaming',
  'typed-strip': 'typed, managedFields dropped',
  dynamic: 'dynamic',
  metadata: 'metadata',
  pipeline: 'pipeline alone',
} as const;

/** client-go on the same work, a process of Go for each run. */
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
