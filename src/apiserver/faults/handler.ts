import type { Observable } from 'rxjs';
import type { ApiRequest } from '../http/request.ts';
import type { ApiResponse } from '../http/response.ts';
import type { ServerContext } from '../server-context.ts';

/** Answers a request. */
export type Handler = (server: ServerContext, request: ApiRequest) => Observable<ApiResponse>;
