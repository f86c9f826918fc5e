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
  /** From one bookmark to the next; 0 for none. */
  readonly bookmarkInterval: number;
  /** How long a watch lives that names no time of its own; each gets up to twice that, by chance. */
  readonly watchTimeout: number;
  /** How long a request for a version that is still to come is kept waiting. */
  readonly futureVersionTimeout: number;
  /** How long a request may take to come in, and its answer to be read. */
  readonly requestTimeout: number;
}

/** All that the handlers of requests share. */
export interface ServerContext extends RegistryContext {
  readonly access: Access;
  readonly cors: AllowedOrigins;
  readonly times: ServerTimes;
  /** Whether a list or a watch may ask for a part of a collection. */
  readonly shardedLists: boolean;
  readonly openApiV2Documents: OpenApiV2Documents;
  readonly frames: FrameCache;
  /** Bounds the objects that watches still have to send of their initial lists. */
  readonly initialListBudget: Budget;
  /** Limits the selections that take several turns of the event loop: each remembers which objects match. */
  readonly selectionLimit: ConcurrencyLimit;
  /** Of evictions: each that is under way holds what it knows of each budget. */
  readonly evictionLimit: ConcurrencyLimit;
  /** Everything that takes time here takes it on this one. */
  readonly clock: SchedulerLike;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly bookmarkNow$: Observable<unknown>;
  /** Ends every watch that is open. */
  readonly end$: Observable<unknown>;
  /** Breaks every connection off. */
  readonly cut$: Observable<unknown>;
  /** Emits when the server is closed, and to everybody who comes later. */
  readonly closed$: Observable<unknown>;
}
