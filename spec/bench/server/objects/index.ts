import type { Resource } from '../../resources.ts';
import type { MakeBody } from './body.ts';
import { configMapBody } from './configmaps.ts';
import { leaseBody } from './leases.ts';
import { podBody } from './pods.ts';

export const bodies: Readonly<Record<Resource, MakeBody>> = {
  pods: podBody,
  leases: leaseBody,
  configmaps: configMapBody,
};
