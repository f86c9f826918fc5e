import type { ServerContext } from '../server-context.ts';
import { replicaOf } from '../storage/replica.ts';
import { checkFaultRule } from './check-fault-rule.ts';
import { checkPlural } from './check-plural.ts';
import type { FaultRule } from './fault.ts';

/** The faults of a server. A fault applies to the requests that match the rule of the fault. */
export interface ServerFaults {
  /**
   * Adds a fault rule. The fault applies to later requests that match `match`. If several faults apply to one request,
   * the fault that was added first changes the response of the server. Each further fault then changes the result of
   * the previous fault. The request log contains the faults of each request.
   *
   * @returns an object that removes the rule; if a watch already has the fault, the fault remains active for the watch
   * @throws OptionsError
   *
   * @example
   * ```ts
   * const server = createApiServer();
   * server.faults.add({ match: { verb: 'watch', resource: 'pods', nth: 2 }, fault: { type: 'dropConnection' } });
   * ```
   */
  add(rule: FaultRule): {
    /** Removes the rule. All other rules remain. */
    remove(): void;
  };
  /** Removes all fault rules. */
  clear(): void;
}

/** Creates the {@link ServerFaults} of a server. */
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
