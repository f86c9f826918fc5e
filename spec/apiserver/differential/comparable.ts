import type { Answer, Body } from './server.ts';

/** What two servers must agree on: all but names of objects, versions and times. */
export function comparable({ status, body }: Answer): unknown {
  if (status >= 300)
    return { status, message: body['message'], reason: body['reason'], causes: causesOf(body) };
  const { managedFields, uid, resourceVersion, creationTimestamp, ...metadata } = body['metadata'] as Body;
  void [uid, resourceVersion, creationTimestamp];
  const entries = Array.isArray(managedFields) ? (managedFields as readonly Body[]) : [];
  return {
    status,
    object: { ...body, metadata, ...withoutAddresses(body) },
    managedFields: entries
      .map(({ time, ...entry }) => ({ ...entry, isTimed: time !== undefined }))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  };
}

/** The causes of a conflict have no order. */
function causesOf({ details }: Body): unknown {
  const { causes } = (details ?? {}) as { readonly causes?: readonly unknown[] };
  return causes?.map((cause) => JSON.stringify(cause)).sort();
}

/** What is given out to a service. */
function withoutAddresses({ kind, spec }: Body): Body {
  if (kind !== 'Service') return {};
  const { clusterIPs, ipFamilies, ipFamilyPolicy, ...rest } = spec as Body;
  void [clusterIPs, ipFamilies, ipFamilyPolicy];
  return { spec: rest };
}
