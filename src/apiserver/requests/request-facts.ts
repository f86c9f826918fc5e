import type { Sender } from '../http/sender.ts';
import { Refusal } from '../status/refusal.ts';

/** What a request is about, before it is answered. */
export interface RequestFacts {
  /** As the authorizer names it; the method in lower case where the path leads to no resource. */
  readonly verb: string;
  readonly group: string;
  /** The plural name; empty where the path leads to no resource. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Absent where the credentials are no good. */
  readonly user?: string;
}

/** Takes a request apart as far as its sender is concerned; nothing is refused here. */
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
