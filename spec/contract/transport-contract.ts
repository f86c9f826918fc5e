import { describe } from '@jest/globals';
import { describeBodies } from './bodies.ts';
import { describeEmbedded } from './embedded.ts';
import { describeFaults } from './faults.ts';
import { describeHostile } from './hostile.ts';
import { describeLeaks } from './leaks.ts';
import { describeRefusals } from './refusals.ts';
import { describeRequests } from './requests.ts';
import type { MakeTransport } from './support/harness.ts';
import type { Wire } from './support/http-server.ts';
import { describeStopped } from './stopped.ts';
import { describeUnsubscribing } from './unsubscribing.ts';

/**
 * Defines the specs that each transport must pass, over HTTP and HTTPS. The test servers are correct servers and
 * faulty servers.
 */
export function transportContract(
  name: string,
  make: MakeTransport,
  wires: readonly Wire[] = ['http', 'https'],
): void {
  describe.each(wires)(`${name} over %s`, (wire) => {
    const subject = { make, wire };
    describeRequests(subject);
    describeBodies(subject);
    describeRefusals(subject);
    describeFaults(subject);
    describeHostile(subject);
    describeUnsubscribing(subject);
    describeLeaks(subject);
    if (wire === 'http') describeStopped(subject);
    describeEmbedded(subject);
  });
}
