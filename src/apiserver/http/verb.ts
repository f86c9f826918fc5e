import type { ResourcePath } from './route.ts';

/** What is done to a resource, in the words of the authorizer. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** The verb of a request; `undefined` for a method that the path does not take (P116). */
export function verbOf(method: string, { name }: ResourcePath, watch: boolean): Verb | undefined {
  if (name !== '') return ofObject[method];
  return method === 'GET' && watch ? 'watch' : ofCollection[method];
}

const ofObject: Readonly<Record<string, Verb>> = {
  GET: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
const ofCollection: Readonly<Record<string, Verb>> = {
  GET: 'list',
  POST: 'create',
  DELETE: 'deletecollection',
};
