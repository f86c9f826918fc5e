import { describe, expect, it } from '@jest/globals';
import { apps, core } from 'rx-informer/kinds';
import { plainColumns } from '../../../../src/cli/live/machine/plain-columns.ts';

const now = Date.parse('2026-01-01T00:10:00Z');
const metadata = { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const line = (resource: { group: string; resource: string }, object: object): string =>
  plainColumns(resource)
    .map(({ heading, text }) => `${heading}=${text({ metadata, ...object }, now)}`)
    .join(' ');

describe('plainColumns', () => {
  it('should be kubectl’s for the kinds that it knows', () => {
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

  it('should tell what tells most of any other kind, on one line', () => {
    expect(line({ group: 'example.com', resource: 'widgets' }, { status: { phase: 'In\nuse' } })).toBe(
      'NAME=a DETAILS=In use 0 labels AGE=10m',
    );
  });

  it('should bear an object that is not of its kind’s shape', () => {
    expect(line(core.v1.pods, { status: { containerStatuses: 3 } })).toBe(
      'NAME=a READY= STATUS= RESTARTS=0 NODE= AGE=10m',
    );
    expect(line(core.v1.configmaps, { metadata: { name: 'a' } })).toBe(
      'NAME=a DETAILS=0 labels AGE=<unknown>',
    );
  });
});
