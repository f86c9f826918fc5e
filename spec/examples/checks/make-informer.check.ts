import type { ExampleCheck } from '../example-check.ts';

export const check: ExampleCheck = {
  async run({ cluster, cut, mend, namespace, printed }) {
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const pod = (name: string): object => ({
      metadata: { name },
      spec: { containers: [{ name: 'main', image: 'none' }] },
    });
    await printed(/^\d+ pods cached$/m);

    await cluster.create(pods, pod('first'));
    await printed(/^Added: first$/m);
    await cluster.patch(`${pods}/first`, { metadata: { labels: { color: 'red' } } });
    await printed(/^Updated: first$/m);
    cut();
    await cluster.create(pods, pod('second'));
    await cluster.remove(`${pods}/first?gracePeriodSeconds=0`);
    mend();

    await printed(/^Deleted: first$/m);
    await printed(/^Added: second$/m);
  },
  ends: 'on-interrupt',
};
