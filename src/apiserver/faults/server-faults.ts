import type { ServerContext } from '../server-context.ts';
import { replicaOf } from '../storage/replica.ts';
import { checkFaultRule } from './check-fault-rule.ts';
import { checkPlural } from './check-plural.ts';
import type { FaultRule } from './fault.ts';

/** What goes wrong on a server, by request. */
export interface ServerFaults {
  /**
   * From now on the fault strikes the requests that `match` describes; where several faults strike one request, the first that
   * was added is nearest to the server. The log of requests names them.
   *
   * @returns what takes it away again; a watch that has met it keeps it
   * @throws OptionsError
   *
   * @example
   * ```ts
   * const server = createApiServer();
   * server.faults.add({ match: { verb: 'watch', resource: 'pods', nth: 2 }, fault: { type: 'dropConnection' } });
   * ```
   */
  add(rule: FaultRule): {
    /** Takes this rule back, and no other. */
    remove(): void;
  };
  /** Takes all away. */
  clear(): void;
}

/** See {@link ServerFaults}. */
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
