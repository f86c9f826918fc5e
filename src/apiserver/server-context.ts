import type { Observable, SchedulerLike } from 'rxjs';
import type { Access } from './access/access.ts';
import type { OpenApiV2Documents } from './discovery/open-api-v2/open-api-v2.ts';
import type { Budget } from './http/budget.ts';
import type { ConcurrencyLimit } from './http/concurrency-limit.ts';
import type { AllowedOrigins } from './http/cors.ts';
import type { Faults } from './faults/faults.ts';
import type { RegistryContext } from './registry/context.ts';
import type { RequestLog } from './requests/request-log.ts';
import type { FrameCache } from './wire/frame-cache.ts';

/** Times in ms that the options of a server set. */
interface ServerTimes {
  /** The time between two bookmarks of a watch. With 0, the watch sends no periodic bookmarks. */
  readonly bookmarkInterval: number;
  /**
   * The minimum duration of a watch without `timeoutSeconds`. The duration is a random value between the minimum and
   * twice the minimum.
   */
  readonly watchTimeout: number;
  /** The time that a request waits for a resourceVersion that the server has not reached. */
  readonly futureVersionTimeout: number;
  /** The maximum time to receive a request, and the maximum time to send the response to the client. */
  readonly requestTimeout: number;
}

/** The shared state of a server. The handlers of all requests use the same state. */
export interface ServerContext extends RegistryContext {
  readonly access: Access;
  readonly cors: AllowedOrigins;
  readonly times: ServerTimes;
  /** Whether a list or a watch may request a shard of a collection. */
  readonly shardedLists: boolean;
  readonly openApiV2Documents: OpenApiV2Documents;
  readonly frames: FrameCache;
  /** The limit for the number of initial objects that all watches together have not sent yet. */
  readonly initialListBudget: Budget;
  /**
   * The limit of concurrent selections that take several turns of the event loop. A selection finds the objects that
   * match the selectors of a list or a watch. The limit exists because each such selection keeps its matches in memory.
   */
  readonly selectionLimit: ConcurrencyLimit;
  /**
   * The limit of concurrent evictions. The limit exists because each eviction stores a result for each disruption
   * budget.
   */
  readonly evictionLimit: ConcurrencyLimit;
  readonly clock: SchedulerLike;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly bookmarkNow$: Observable<unknown>;
  /** Emits when every open watch must end. */
  readonly end$: Observable<unknown>;
  /** Emits when every connection must be broken. */
  readonly cut$: Observable<unknown>;
  /** Emits when the server is closed. If the server is closed already, emits on subscription. */
  readonly closed$: Observable<unknown>;
}
