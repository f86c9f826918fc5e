import { describe, expect, it } from '@jest/globals';
import { apps, core } from 'rx-informer/kinds';
import { createColumnSets } from '../../../../src/cli/live/machine/column-sets.ts';
import { plainColumns } from '../../../../src/cli/live/machine/plain-columns.ts';

const now = Date.parse('2026-01-01T00:10:00Z');
const metadata = { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

/** Returns a list that counts how often its entries are read. */
function countedList(length: number): { readonly list: never; readonly reads: () => number } {
  let count = 0;
  const list = new Proxy(
    Array.from({ length }, () => 0),
    {
      get: (target, key, receiver): unknown => {
        if (typeof key === 'string' && /^\d/.test(key)) count++;
        return Reflect.get(target, key, receiver);
      },
    },
  );
  return { list: list as never, reads: () => count };
}

const line = (resource: { group: string; resource: string }, object: object): string =>
  plainColumns(resource, createColumnSets())
    .map(({ heading, text }) => `${heading}=${text({ metadata, ...object }, now)}`)
    .join(' ');

describe('plainColumns', () => {
  it('should be those of kubectl for known kinds', () => {
    const containerStatuses = [{ ready: true, restartCount: 2, state: { running: {} } }];
    const pod = {
      spec: { containers: [{}], nodeName: 'n' },
      status: { phase: 'Running', containerStatuses },
    };

    expect(line(core.v1.pods, pod)).toBe('NAME=a READY=1/1 STATUS=Running RESTARTS=2 NODE=n AGE=10m');
    expect(line(core.v1.pods, { spec: { containers: [{}] }, status: { phase: 'Pending' } })).toBe(
      'NAME=a READY=0/1 STATUS=Pending RESTARTS=0 NODE=<none> AGE=10m',
    );
    expect(
      line(apps.v1.deployments, { spec: { replicas: 3 }, status: { readyReplicas: 2, updatedReplicas: 1 } }),
    ).toBe('NAME=a READY=2/3 UP-TO-DATE=1 AGE=10m');
    expect(line(apps.v1.replicasets, { spec: { replicas: 3 } })).toBe('NAME=a READY=0/3 AGE=10m');
    expect(line(apps.v1.daemonsets, { status: { desiredNumberScheduled: 4, numberReady: 3 } })).toBe(
      'NAME=a READY=3/4 UP-TO-DATE=0 AGE=10m',
    );
    expect(
      line(core.v1.nodes, {
        spec: { unschedulable: true },
        status: { conditions: [{ type: 'Ready', status: 'True' }], nodeInfo: { kubeletVersion: 'v1.36.0' } },
      }),
    ).toBe('NAME=a STATUS=Ready,SchedulingDisabled VERSION=v1.36.0 AGE=10m');
    expect(line(core.v1.nodes, {})).toBe('NAME=a STATUS=Unknown VERSION= AGE=10m');
  });

  it('should show the most informative fields of any other kind, on one line', () => {
    expect(line({ group: 'example.com', resource: 'widgets' }, { status: { phase: 'In\nuse' } })).toBe(
      'NAME=a DETAILS=In use 0 labels AGE=10m',
    );
  });

  it('should accept an object with a wrong shape for its kind', () => {
    expect(line(core.v1.pods, { status: { containerStatuses: 3 } })).toBe(
      'NAME=a READY= STATUS= RESTARTS=0 NODE= AGE=10m',
    );
    expect(line(core.v1.configmaps, { metadata: { name: 'a' } })).toBe(
      'NAME=a DETAILS=0 labels AGE=<unknown>',
    );
  });

  it('should read only the first entries of long lists, once for all columns and frames', () => {
    const counted = countedList(100_000);
    const object = { metadata, spec: { containers: [] }, status: { containerStatuses: counted.list } };
    const columns = plainColumns(core.v1.pods, createColumnSets());

    for (let frame = 0; frame < 3; frame++) for (const { text } of columns) text(object, now + frame);

    expect(counted.reads()).toBeGreaterThan(0);
    expect(counted.reads()).toBeLessThan(3_000);
  });

  it('should not convert a list to text if a string or a number is expected', () => {
    const counted = countedList(100_000);
    const { list } = counted;
    const status = { nodeInfo: { kubeletVersion: list }, readyReplicas: list, conditions: [{ type: list }] };
    const created = { ...metadata, creationTimestamp: list, labels: list };

    expect(line(core.v1.nodes, { status, metadata: created })).toBe(
      'NAME=a STATUS=Unknown VERSION= AGE=<unknown>',
    );
    expect(line(apps.v1.replicasets, { status })).toBe('NAME=a READY=/1 AGE=10m');
    expect(line(core.v1.configmaps, { status, metadata: created })).toBe(
      'NAME=a DETAILS=0 labels AGE=<unknown>',
    );
    expect(line(core.v1.events, { regarding: { kind: list, name: 'b' }, type: 'Normal' })).toBe(
      'NAME=a DETAILS=Normal /b AGE=10m',
    );
    const containerStatuses = [
      { ready: true, restartCount: list, state: { terminated: { exitCode: list } } },
    ];
    expect(line(core.v1.pods, { spec: { nodeName: list }, status: { containerStatuses } })).toContain(
      'AGE=10m',
    );
    expect(
      line(core.v1.pods, { spec: { containers: [], nodeName: list }, status: { containerStatuses } }),
    ).toBe('NAME=a READY=1/0 STATUS=ExitCode: RESTARTS=0 NODE= AGE=10m');
    expect(counted.reads()).toBe(0);
  });
});
