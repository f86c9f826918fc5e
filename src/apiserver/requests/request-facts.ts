import type { Sender } from '../http/sender.ts';
import { Refusal } from '../status/refusal.ts';

/** The attributes of a request that are known before the server has created the answer. */
export interface RequestFacts {
  /**
   * The verb, as the authorizer gets it. If the path does not belong to a resource, the verb is the HTTP method in
   * lower case.
   */
  readonly verb: string;
  readonly group: string;
  /** The plural name of the resource; empty if the path does not belong to a resource. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The name of the user; absent if the credentials of the request are invalid. */
  readonly user?: string;
}

/** Returns the attributes of a request. If the credentials are invalid, the result contains no user. */
export function requestFacts(sender: Sender): RequestFacts {
  const { path, asked } = sender;
  const { group = '', resource = '', subresource = '', namespace = '', name = '' } = path ?? {};
  return { verb: asked.verb, group, resource, subresource, namespace, name, ...userOf(sender) };
}

function userOf(sender: Sender): { user?: string } {
  try {
    return { user: sender.user().name };
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}
