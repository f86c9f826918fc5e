import { describe, expect, it } from '@jest/globals';
import { catchError, map, type Observable, of } from 'rxjs';
import { StatusError, type Transport } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { resourceClient } from 'rx-informer/client';
import { core } from 'rx-informer/kinds';
import { virtualCluster } from 'rx-informer/testing';
import { fc } from '../../support/properties.ts';

/**
 * A write of one manager: the apply of a configuration, or a merge patch. Each map has at least one entry, because the
 * tested code records no owner for an empty map.
 */
interface Write {
  readonly manager: string;
  readonly type: 'apply' | 'force' | 'patch';
  readonly data: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
}

const values = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'), {
  minKeys: 1,
  maxKeys: 3,
});
const writes: fc.Arbitrary<Write> = fc.record({
  manager: fc.constantFrom('m1', 'm2', 'm3'),
  type: fc.constantFrom('apply', 'force', 'patch'),
  data: values,
  labels: values,
});

/**
 * Executes the writes. Returns the data and labels after each successful write, and the conflicts of each refused
 * write.
 */
function run(transport: Transport, sequence: readonly Write[]): readonly unknown[] {
  const client = resourceClient(transport, core.v1.configmaps);
  const send = ({ manager, type, data, labels }: Write): Observable<unknown> => {
    const object = { metadata: { labels }, data };
    const answer$ =
      type === 'patch'
        ? client.patch('default/web', object, { fieldManager: manager })
        : client.apply('default/web', object, { fieldManager: manager, force: type === 'force' });
    return answer$.pipe(
      map((answer) => [answer.data ?? {}, answer.metadata.labels ?? {}]),
      catchError((error: unknown) =>
        of(
          error instanceof StatusError
            ? [error.code, ...error.causes.map(({ field }) => field).sort()]
            : error,
        ),
      ),
    );
  };
  return sequence.map((write) => {
    const answers: unknown[] = [];
    send(write).subscribe((answer) => answers.push(answer));
    return answers;
  });
}

describe('FieldOwners', () => {
  it('should merge, remove and refuse the same fields as the embedded API server', () => {
    fc.assert(
      fc.property(fc.array(writes, { minLength: 1, maxLength: 8 }), (sequence) => {
        expect(run(virtualCluster().transport, sequence)).toEqual(run(createApiServer().transport, sequence));
      }),
      { numRuns: 60 },
    );
  });
});
