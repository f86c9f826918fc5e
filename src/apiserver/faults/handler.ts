import type { Observable } from 'rxjs';
import type { ApiResponse } from '../http/response.ts';
import type { SentRequest } from '../http/sender.ts';
import type { ServerContext } from '../server-context.ts';

/** A function that answers a request. A fault wraps a handler and changes the response of the handler. */
export type Handler = (server: ServerContext, request: SentRequest) => Observable<ApiResponse>;
