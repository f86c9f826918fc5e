import type { Answer, Body } from './server.ts';

/** Returns the parts of a response that must be equal on both servers. Omits uids, resourceVersions and times. */
export function comparable({ status, body }: Answer): unknown {
  if (status >= 300) return refusalOf(status, body);
  const all = body['metadata'] as Body;
  const { managedFields } = all;
  const metadata = Object.fromEntries(Object.entries(all).filter(([name]) => !ofItsOwn.has(name)));
  const entries = Array.isArray(managedFields) ? (managedFields as readonly Body[]) : [];
  return {
    status,
    object: { ...body, metadata },
    managedFields: entries
      .map(({ time, ...entry }) => ({ ...entry, isTimed: time !== undefined }))
      .sort((a, b) => (whoseOf(a) < whoseOf(b) ? -1 : 1)),
  };
}

const ofItsOwn = new Set(['managedFields', 'uid', 'resourceVersion', 'creationTimestamp']);

/**
 * Makes refusals comparable. If a refusal has several causes, the two servers may list the causes in different orders,
 * and the message contains this list. Therefore the result then omits the message.
 */
function refusalOf(status: number, body: Body): unknown {
  const causes = causesOf(body);
  const message = causes.length > 1 ? undefined : body['message'];
  return { status, message, reason: body['reason'], causes };
}

function causesOf({ details }: Body): readonly string[] {
  const { causes } = (details ?? {}) as { readonly causes?: readonly unknown[] };
  return (causes ?? []).map((cause) => JSON.stringify(cause)).sort();
}

/**
 * Returns the sort key of an entry of `managedFields`. The comparison needs its own order, because each server orders
 * the entries by time, and the times differ.
 */
const whoseOf = ({ manager, operation, subresource, apiVersion, isTimed }: Body): string =>
  JSON.stringify([manager, operation, subresource, apiVersion, isTimed]);
