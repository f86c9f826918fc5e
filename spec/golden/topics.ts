import { backoff } from './backoff.ts';
import { deltaFifo } from './delta-fifo.ts';
import { fields } from './fields.ts';
import { indexer } from './indexer.ts';
import { informer } from './informer.ts';
import { keys } from './keys.ts';
import { labels } from './labels.ts';
import { leaderElection } from './leader-election.ts';
import { rateLimiters } from './rate-limiters.ts';
import { realFifo } from './real-fifo.ts';
import { resourceVersions } from './resource-versions.ts';
import type { Topic } from './topic.ts';
import { workqueue } from './workqueue.ts';

/** The functions that replay a file, by the field `meta.topic` of the file. */
export const topics: ReadonlyMap<string, Topic> = new Map([
  ['backoff', backoff],
  ['delta-fifo', deltaFifo],
  ['fields', fields],
  ['indexer', indexer],
  ['informer', informer],
  ['keys', keys],
  ['labels', labels],
  ['leader-election', leaderElection],
  ['rate-limiters', rateLimiters],
  ['real-fifo', realFifo],
  ['resource-versions', resourceVersions],
  ['workqueue', workqueue],
]);
