import type { Sample } from '../../tables/samples/index.ts';
import { core } from './core.ts';
import { groups } from './groups.ts';
import { pods } from './pods.ts';
import { workloads } from './workloads.ts';

/** Small and large objects of each stored kind, to compare the fields that the server adds. */
export const samples: readonly Sample[] = [...core, ...workloads, ...groups, ...pods];
