import type { ApiRequest } from '../../../src/apiserver/http/request.ts';
import { TimeBudget } from '../../../src/apiserver/time-budget.ts';

/** Returns a request that creates a config map, with a body of this type. */
export const writeRequest = (type: string, body: string): ApiRequest => ({
  method: 'POST',
  path: '/api/v1/namespaces/default/configmaps',
  query: new URLSearchParams(),
  headers: { 'content-type': type },
  body,
  time: new TimeBudget().of('client'),
});
