import type { Observable } from 'rxjs';
import type { Access } from './access/access.ts';
import type { Cors } from './http/cors.ts';
import type { RegistryContext } from './registry/context.ts';
import type { FrameCache } from './wire/frame-cache.ts';

/** Times, all in ms. */
interface ServerTimes {
  /** From one bookmark to the next; 0 for none. */
  readonly bookmarkInterval: number;
  /** How long a watch lives that names no time of its own; each gets up to twice that, by chance. */
  readonly watchTimeout: number;
  /** How long a request for a version that is still to come is kept waiting. */
  readonly futureVersionTimeout: number;
  /** How long a request may take to come in. */
  readonly requestTimeout: number;
}

/** All that the handlers of requests share. */
export interface ServerContext extends RegistryContext {
  readonly access: Access;
  readonly cors: Cors;
  readonly times: ServerTimes;
  readonly frames: FrameCache;
  readonly bookmarkNow$: Observable<unknown>;
  /** Ends every watch that is open. */
  readonly end$: Observable<unknown>;
  /** Emits when the server is closed, and to everybody who comes later. */
  readonly closed$: Observable<unknown>;
}
