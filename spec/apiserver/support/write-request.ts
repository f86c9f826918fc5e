import type { ApiRequest } from '../../../src/apiserver/http/request.ts';
import { TimeBudget } from '../../../src/apiserver/time-budget.ts';

/** Returns a request that creates a ConfigMap. `type` is the content type of the body. */
export const writeRequest = (type: string, body: string): ApiRequest => ({
  method: 'POST',
  path: '/api/v1/namespaces/default/configmaps',
  query: new URLSearchParams(),
  headers: { 'content-type': type },
  body,
  time: new TimeBudget().of('client'),
});
