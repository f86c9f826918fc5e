import { network } from './valid/network.ts';
import { others } from './valid/others.ts';
import { pods } from './valid/pods.ts';
import { storage } from './valid/storage.ts';
import type { Valid } from './valid/valid.ts';
import { workloads } from './valid/workloads.ts';

export type { Valid } from './valid/valid.ts';

/** Valid objects: at least one object of each common kind. */
export const validObjects: readonly Valid[] = [...pods, ...workloads, ...network, ...storage, ...others];
