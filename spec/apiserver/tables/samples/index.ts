import { batch } from './batch.ts';
import { cluster } from './cluster.ts';
import { extensions } from './extensions.ts';
import { networking } from './networking.ts';
import { pods } from './pods.ts';
import { policies } from './policies.ts';
import { volumes } from './volumes.ts';
import { workloads } from './workloads.ts';
import type { Sample } from './sample.ts';

export type { Sample };

/** Sample objects of each kind for which the real server has special table columns. */
export const samples: readonly Sample[] = [
  ...pods,
  ...workloads,
  ...batch,
  ...networking,
  ...cluster,
  ...volumes,
  ...policies,
  ...extensions,
];
