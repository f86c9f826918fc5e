import { describeBodies } from './bodies.ts';
import { describeFaults } from './faults.ts';
import type { MakeTransport } from './harness.ts';
import { describeRefusals } from './refusals.ts';
import { describeRequests } from './requests.ts';
import { describeUnsubscribing } from './unsubscribing.ts';

/** What every transport over HTTP keeps, against a real server. */
export function describeHttpTransport(make: MakeTransport): void {
  describeRequests(make);
  describeBodies(make);
  describeRefusals(make);
  describeFaults(make);
  describeUnsubscribing(make);
}
