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

/** Times, all in ms. */
interface ServerTimes {
  /** Between two bookmarks; 0 for none. */
  readonly bookmarkInterval: number;
  /** The duration of a watch without `timeoutSeconds`: at random between this value and twice this value. */
  readonly watchTimeout: number;
  /** The time for which a request waits for a resourceVersion that the server has not reached yet. */
  readonly futureVersionTimeout: number;
  /** The time for a request to arrive, and for its client to read the answer. */
  readonly requestTimeout: number;
}

/** The state that the handlers of all requests share. */
export interface ServerContext extends RegistryContext {
  readonly access: Access;
  readonly cors: AllowedOrigins;
  readonly times: ServerTimes;
  /** True if a list or a watch may ask for a shard of a collection. */
  readonly shardedLists: boolean;
  readonly openApiV2Documents: OpenApiV2Documents;
  readonly frames: FrameCache;
  /** Limits the objects of the initial lists that watches have not sent yet. */
  readonly initialListBudget: Budget;
  /** Limits the selections that take several turns of the event loop: each selection stores which objects match. */
  readonly selectionLimit: ConcurrencyLimit;
  /** Limits the running evictions: each one stores the state of each disruption budget. */
  readonly evictionLimit: ConcurrencyLimit;
  /** The scheduler for everything that takes time. */
  readonly clock: SchedulerLike;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly bookmarkNow$: Observable<unknown>;
  /** Ends every open watch. */
  readonly end$: Observable<unknown>;
  /** Breaks every connection. */
  readonly cut$: Observable<unknown>;
  /** Emits when the server is closed, and immediately for a later subscriber. */
  readonly closed$: Observable<unknown>;
}
