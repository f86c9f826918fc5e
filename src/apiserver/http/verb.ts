import { own } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import type { ResourcePath } from './route.ts';

/** The action of a request, in the form that the authorizer receives. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** Returns the verb of a request. Returns `undefined` if the path does not support the method (P116). */
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

/** Returns `true` if a resource or its subresource supports a verb. */
export function takes(resource: Resource, { subresource }: ResourcePath, verb: Verb): boolean {
  if (subresource === '') return resource.verbs.includes(verb);
  return resource.subresources.some((one) => one.name === subresource && one.verbs.includes(verb));
}

const ofObject: Readonly<Record<string, Verb>> = {
  GET: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
const ofSubresource: Readonly<Record<string, Verb>> = { ...ofObject, POST: 'create' };
const ofCollection: Readonly<Record<string, Verb>> = {
  GET: 'list',
  POST: 'create',
  DELETE: 'deletecollection',
};
