import type { Sample } from '../../tables/samples/index.ts';
import { core } from './core.ts';
import { groups } from './groups.ts';
import { pods } from './pods.ts';
import { workloads } from './workloads.ts';

/** Small and rich objects of each kind that is stored, to see what the server adds to them. */
export const samples: readonly Sample[] = [...core, ...workloads, ...groups, ...pods];
