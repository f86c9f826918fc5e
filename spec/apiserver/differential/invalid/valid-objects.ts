import { network } from './valid/network.ts';
import { others } from './valid/others.ts';
import { pods } from './valid/pods.ts';
import { storage } from './valid/storage.ts';
import type { Valid } from './valid/valid.ts';
import { workloads } from './valid/workloads.ts';

export type { Valid } from './valid/valid.ts';

/** At least one object of every common kind. */
export const validObjects: readonly Valid[] = [...pods, ...workloads, ...network, ...storage, ...others];
