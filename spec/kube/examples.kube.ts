import { describe, expect, it } from '@jest/globals';
import { loadExample, ownExamples } from '../examples/support/found-examples.ts';
import { runExample } from '../examples/support/run-example.ts';
import { sharedCluster } from './support/cluster.ts';
import { realServer } from './support/example-server.ts';

describe('the examples', () => {
  it.each(ownExamples())('should pass their checks: $name', async (example) => {
    const [file, check] = await loadExample(example);

    await expect(runExample(file, check, realServer(sharedCluster()))).resolves.toBeUndefined();
  });
});
