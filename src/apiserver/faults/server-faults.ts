import type { ServerContext } from '../server-context.ts';
import { replicaOf } from '../storage/replica.ts';
import { checkFaultRule } from './check-fault-rule.ts';
import { checkPlural } from './check-plural.ts';
import type { FaultRule } from './fault.ts';

/** The faults of a server, which apply to the requests that their rules match. */
export interface ServerFaults {
  /**
   * Adds a fault, which from now on applies to the requests that `match` describes. If several faults apply to one
   * request, the first one added acts on the answer of the server, and each later one on the result. The request log
   * names the faults of each request.
   *
   * @returns an object that removes the rule; the fault still applies to a watch that already has it
   * @throws OptionsError
   *
   * @example
   * ```ts
   * const server = createApiServer();
   * server.faults.add({ match: { verb: 'watch', resource: 'pods', nth: 2 }, fault: { type: 'dropConnection' } });
   * ```
   */
  add(rule: FaultRule): {
    /** Removes this rule only. */
    remove(): void;
  };
  /** Removes all rules. */
  clear(): void;
}

/** Makes the {@link ServerFaults} of a server. */
export function serverFaults(
  { faults, storage, world, catalog }: ServerContext,
  historySize: number,
): ServerFaults {
  return {
    add: (rule) => {
      checkFaultRule(rule);
      checkPlural(catalog, rule.match?.resource);
      const { fault } = rule;
      const replica =
        fault.type === 'lagBehind' ? replicaOf(storage, fault.revisions, historySize) : undefined;
      return { remove: faults.add({ rule, replica }, world.now()) };
    },
    clear: () => faults.clear(),
  };
}
