import type { Scenario } from '../scenario.ts';
import { applying } from './applying.ts';
import { changing } from './changing.ts';
import { creating } from './creating.ts';
import { customizing } from './customizing.ts';
import { deleting } from './deleting.ts';
import { describing } from './describing.ts';
import { patching } from './patching.ts';
import { reading } from './reading.ts';
import { inspecting } from './inspecting.ts';
import { waiting } from './waiting.ts';
import { watching } from './watching.ts';

/** The kubectl scenarios in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  inspecting,
  reading,
  watching,
  creating,
  applying,
  patching,
  changing,
  deleting,
  waiting,
  describing,
  customizing,
];
