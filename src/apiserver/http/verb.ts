import { own } from '../json.ts';
import type { ResourcePath } from './route.ts';

/** What is done to a resource, in the words of the authorizer. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** The verb of a request; `undefined` for a method that the path does not take (P116). */
export function verbOf(
  method: string,
  { name, watch }: ResourcePath,
  asksForWatch: boolean,
): Verb | undefined {
  if (watch) return method === 'GET' ? 'watch' : undefined;
  if (name !== '') return own(ofObject, method);
  return method === 'GET' && asksForWatch ? 'watch' : own(ofCollection, method);
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
