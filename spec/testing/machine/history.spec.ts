import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { History } from '../../../src/testing/machine/history.ts';

function historyOf(...versions: readonly string[]): History<KubeObject> {
  const history = new History<KubeObject>();
  for (const resourceVersion of versions)
    history.push({
      at: 0,
      old: undefined,
      object: kubeObject('a', { metadata: { resourceVersion } }),
      deleted: false,
    });
  return history;
}

describe('History', () => {
  it('should find the first write after a version', () => {
    const history = historyOf('10', '20', '30');

    expect(['1', '10', '15', '30', 'opaque'].map((version) => history.after(version))).toEqual([
      0, 1, 1, 3, 3,
    ]);
  });

  it('should keep the positions of the remaining writes, however often it compacts', () => {
    const history = historyOf('10', '20', '30', '40');
    history.forget('10');
    history.forget('20');

    expect([history.end, history.after('5'), history.after('30')]).toEqual([4, 2, 3]);
    expect([1, 2].map((position) => history.hasForgotten(position))).toEqual([true, false]);
    expect([1, 2, 3, 4].map((position) => history.at(position)?.object.metadata.resourceVersion)).toEqual([
      undefined,
      '30',
      '40',
      undefined,
    ]);
  });
});
