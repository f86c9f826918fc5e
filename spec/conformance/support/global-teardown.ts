import { get, remove, withQuery } from './client.ts';
import { mark } from './test-namespace.ts';
import { definitions, group } from './widgets.ts';

/**
 * Deletes the namespaces of the checks. On a server without controllers, the namespaces stay in the phase Terminating.
 */
export default async function globalTeardown(): Promise<void> {
  const { body } = await get(withQuery('/api/v1/namespaces', { labelSelector: mark }));
  for (const { metadata } of body.items) await remove(`/api/v1/namespaces/${metadata.name}`);
  await remove(`${definitions}/widgets.${group}`);
}
