import { get, remove, withQuery } from './client.ts';
import { mark } from './room.ts';
import { definitions, group } from './widgets.ts';

/** Takes away what the checks made; where there are no controllers the namespaces stay, being deleted. */
export default async function globalTeardown(): Promise<void> {
  const { body } = await get(withQuery('/api/v1/namespaces', { labelSelector: mark }));
  for (const { metadata } of body.items) await remove(`/api/v1/namespaces/${metadata.name}`);
  await remove(`${definitions}/widgets.${group}`);
}
