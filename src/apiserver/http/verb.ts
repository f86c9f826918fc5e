import { own } from '../json.ts';
import type { ResourcePath } from './route.ts';

/** What is done to a resource, in the words of the authorizer. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** The verb of a request; `undefined` for a method that the path does not take (P116). */
export function verbOf(
  method: string,
  { name, subresource, watch }: ResourcePath,
  asksForWatch: boolean,
): Verb | undefined {
  if (watch) return method === 'GET' ? 'watch' : undefined;
  if (subresource !== '') return own(ofSubresource, method);
  if (name !== '') return own(ofObject, method);
  return method === 'GET' && asksForWatch ? 'watch' : own(ofCollection, method);
}

const ofSubresource: Readonly<Record<string, Verb>> = { GET: 'get', PUT: 'update', PATCH: 'patch' };
const ofObject: Readonly<Record<string, Verb>> = { ...ofSubresource, DELETE: 'delete' };
const ofCollection: Readonly<Record<string, Verb>> = {
  GET: 'list',
  POST: 'create',
  DELETE: 'deletecollection',
};
