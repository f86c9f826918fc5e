import type { Sample } from '../../tables/samples/index.ts';
import { core } from './core.ts';
import { groups } from './groups.ts';
import { pods } from './pods.ts';
import { workloads } from './workloads.ts';

/** Small and large objects of each stored kind. The specs compare the fields that the server adds to these objects. */
export const samples: readonly Sample[] = [...core, ...workloads, ...groups, ...pods];
