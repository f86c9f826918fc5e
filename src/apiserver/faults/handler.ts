import type { Observable } from 'rxjs';
import type { ApiResponse } from '../http/response.ts';
import type { SentRequest } from '../http/sender.ts';
import type { ServerContext } from '../server-context.ts';

/** Answers a request. */
export type Handler = (server: ServerContext, request: SentRequest) => Observable<ApiResponse>;
