import type { Sender } from '../http/sender.ts';
import { Refusal } from '../status/refusal.ts';

/** The attributes of a request that are known before the server creates the response. */
export interface RequestFacts {
  /**
   * The verb that the authorizer gets, such as `list`. If the path belongs to no resource, the verb is the HTTP method
   * in lower case.
   */
  readonly verb: string;
  readonly group: string;
  /** The plural name of the resource, such as `pods`. Empty if the path does not belong to a resource. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The name of the user. Absent if the credentials of the request are invalid. */
  readonly user?: string;
}

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
