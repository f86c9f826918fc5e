import { describe, expect, it } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';

describe('the resource of a fault', () => {
  const { faults } = createApiServer();
  const aimedAt = (resource: string) => () =>
    faults.add({ match: { resource }, fault: { type: 'dropConnection' } });

  it.each([
    ['po', 'pods'],
    ['pod', 'pods'],
    ['deploy', 'deployments'],
    ['deploy.apps', 'deployments'],
    ['deployment.apps', 'deployments'],
  ])('should be a plural name, not %s', (given, plural) => {
    expect(aimedAt(given)).toThrow(
      `faults.add: match: resource must be its plural name, ${plural}, not "${given}"`,
    );
  });

  it.each(['pods', 'deployments.apps', 'widgets', 'wd.example.com', 'po.example.com'])(
    'should be %s',
    (given) => {
      expect(aimedAt(given)).not.toThrow();
    },
  );
});
