import { describe, expect, it } from '@jest/globals';
import { core } from 'rx-informer/kinds';
import { kubeObject } from 'rx-informer/testing';
import { changeLine } from '../../../src/cli/lines/change-line.ts';
import { colourStyle, plainStyle } from '../../../src/cli/lines/style.ts';

const now = new Date(2026, 10, 21, 9, 5, 7).getTime();
const pod = (fields: object = {}) =>
  kubeObject('default/web-1', {
    spec: { nodeName: 'worker-1', containers: [{}] },
    status: { phase: 'Running' },
    ...fields,
  } as object);

describe('changeLine', () => {
  it('should print the time, the change, the collection, the object and its state', () => {
    const object = pod();

    expect(
      changeLine(
        core.v1.pods,
        { type: 'added', key: 'default/web-1', object, cause: 'initial' },
        now,
        plainStyle,
      ),
    ).toBe('09:05:07 added pods default/web-1 0/1 Running on worker-1');
    expect(
      changeLine(
        core.v1.pods,
        { type: 'updated', key: 'default/web-1', old: object, object, cause: 'watch' },
        now,
        plainStyle,
      ),
    ).toBe('09:05:07 updated pods default/web-1 0/1 Running on worker-1');
  });

  it('should mark a delete that only a list has revealed', () => {
    const change = { type: 'deleted', key: 'default/web-1', object: pod(), cause: 'relist' } as const;

    expect(changeLine(core.v1.pods, { ...change, finalStateKnown: false }, now, plainStyle)).toBe(
      '09:05:07 deleted pods default/web-1 0/1 Running on worker-1 (noticed late; its last state known)',
    );
    expect(changeLine(core.v1.pods, { ...change, finalStateKnown: true }, now, plainStyle)).toBe(
      '09:05:07 deleted pods default/web-1 0/1 Running on worker-1',
    );
  });

  it('should print one line without control characters, for any object', () => {
    const object = pod({ status: { phase: 'Failed', reason: 'a\nb\u001b[31m\u009bc\u2028d' } });

    expect(
      changeLine(
        core.v1.pods,
        { type: 'added', key: 'default/web-1', object, cause: 'watch' },
        now,
        plainStyle,
      ),
    ).toBe('09:05:07 added pods default/web-1 0/1 a b [31m c d on worker-1');
  });

  it('should limit its length, for any object, name and collection', () => {
    const long = 'a '.repeat(1_000_000);
    const reason = pod({ status: { phase: 'Failed', reason: long } });
    const line = changeLine(
      { group: '', resource: long },
      { type: 'added', key: long, object: reason, cause: 'watch' },
      now,
      plainStyle,
    );

    expect(line.length).toBeLessThan(3_000);
    expect(
      changeLine(core.v1.pods, { type: 'added', key: 'a', object: reason, cause: 'watch' }, now, plainStyle),
    ).toHaveLength('09:05:07 added pods a 0/1 … on worker-1'.length + 1_000);
  });

  it('should colour the verb if colours are enabled', () => {
    const line = changeLine(
      core.v1.nodes,
      { type: 'added', key: 'n', object: kubeObject('n'), cause: 'watch' },
      now,
      colourStyle,
    );

    expect(line).toBe('\u001b[2m09:05:07\u001b[0m \u001b[32madded\u001b[0m nodes n Unknown');
  });
});
