import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/**
 * Checks that the first operator removes finished pods, and that each change is in the journal before the store emits
 * the change.
 */
export const check: ExampleCheck = {
  run: async ({ cluster, namespace, printed }) => {
    const pods = podsOf(namespace);
    await printed(/^journal: ReplacedAll by 0$/m);

    await cluster.create(pods, pod('web'));
    await printed(new RegExp(`^journal: Added ${namespace}/web\nstore: added ${namespace}/web$`, 'm'));

    await cluster.create(pods, pod('job'));
    await printed(new RegExp(`^journal: Added ${namespace}/job\nstore: added ${namespace}/job$`, 'm'));

    await cluster.patch(`${pods}/job/status`, { status: { phase: 'Succeeded' } });
    await printed(new RegExp(`^journal: Deleted ${namespace}/job\nstore: deleted ${namespace}/job$`, 'm'));

    await cluster.patch(`${pods}/web`, { metadata: { labels: { tier: 'front' } } });
    await printed(
      new RegExp(
        `^journal: ReplacedAll by 0
journal: Added ${namespace}/web\nstore: added ${namespace}/web
journal: Added ${namespace}/job\nstore: added ${namespace}/job
journal: Deleted ${namespace}/job\nstore: deleted ${namespace}/job
journal: Updated ${namespace}/web\nstore: updated ${namespace}/web\n$`,
      ),
    );
  },
  ends: 'on-interrupt',
};
