import { expect, it } from '@jest/globals';
import { certificates } from 'rx-informer/kinds';
import { type Setup, throughBothDoors } from '../support/in-process-and-over-http.ts';

const CSRS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';

const condition = (type: string, more: object = {}): object => ({
  type,
  status: 'True',
  reason: 'R',
  message: 'm',
  ...more,
});

const approved = condition('Approved');
const denied = condition('Denied');
const failed = condition('Failed');

const withConditions = (...conditions: readonly object[]): object => ({ status: { conditions } });

const request = {
  metadata: { name: 'c' },
  spec: { request: 'LS0t', signerName: 'example.com/s', usages: ['client auth'] },
};

interface Answer {
  readonly code: number;
  readonly status: unknown;
  /** The fields and messages of the validation errors. */
  readonly causes: readonly string[];
}

/** Sends patches of subresources one after the other. Returns the last response. */
async function patched(
  { client }: Pick<Setup, 'client'>,
  ...patches: readonly (readonly [part: string, patch: object])[]
): Promise<Answer | undefined> {
  let last: Answer | undefined;
  for (const [part, body] of patches) {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await client.request('PATCH', `${CSRS}/c${part}`, { body, headers });
    const { status, details } = answer.body as {
      status: unknown;
      details?: { causes?: { field: string; message: string }[] };
    };
    const causes = (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
    last = { code: answer.code, status, causes };
  }
  return last;
}

const forbidden = (what: string, type: string): string =>
  `status.conditions: Forbidden: updates may not ${what} a condition of type "${type}"`;
const bothDecisions =
  'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive';
const onlyTrue = (at: number, given: string): string =>
  `status.conditions[${at}].status: Unsupported value: "${given}": supported values: "True"`;

const approve = ['/approval', withConditions(approved)] as const;
const sign = ['/status', { status: { certificate: 'LS0t' } }] as const;

throughBothDoors('the parts of a signing request', (setUp) => {
  const made = async (): Promise<Setup> => {
    const setup = await setUp();
    await setup.client.request('POST', CSRS, { body: request });
    return setup;
  };

  // The expected results are the responses of kube-apiserver 1.36.
  it.each<[string, readonly (readonly [string, object])[], readonly string[]]>([
    ['an approval by `status`', [['/status', withConditions(approved)]], [forbidden('add', 'Approved')]],
    ['a denial by `status`', [['/status', withConditions(failed, denied)]], [forbidden('add', 'Denied')]],
    [
      'both by `status`',
      [['/status', withConditions(approved, denied)]],
      [bothDecisions, forbidden('add', 'Approved'), forbidden('add', 'Denied')],
    ],
    [
      'another decision by `status`',
      [approve, ['/status', withConditions(denied)]],
      [forbidden('remove', 'Approved'), forbidden('add', 'Denied')],
    ],
    ['a removal by `status`', [approve, ['/status', withConditions()]], [forbidden('remove', 'Approved')]],
    [
      'a removal by `approval`',
      [approve, ['/approval', { status: { conditions: null } }]],
      [forbidden('remove', 'Approved')],
    ],
    [
      'the removal of a failure',
      [
        ['/status', withConditions(failed)],
        ['/approval', withConditions(approved)],
      ],
      [forbidden('remove', 'Failed')],
    ],
    ['both by `approval`', [approve, ['/approval', withConditions(approved, denied)]], [bothDecisions]],
    [
      'a decision twice',
      [['/approval', withConditions(denied, denied)]],
      ['status.conditions[1].type: Duplicate value: "Denied"'],
    ],
    [
      'an invalid decision',
      [['/approval', withConditions(condition('Approved', { status: 'False' }))]],
      [onlyTrue(0, 'False')],
    ],
    [
      'conditions without a type or a status',
      [['/status', withConditions(condition(''), condition('X', { status: '' }))]],
      ['status.conditions[0].type: Required value', 'status.conditions[1].status: Required value'],
    ],
    [
      'an unknown status',
      [['/status', withConditions(condition('X', { status: 'Maybe' }))]],
      [
        'status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
      ],
    ],
    [
      'another certificate',
      [sign, ['/status', { status: { certificate: 'LS0tLS0t' } }]],
      ['status.certificate: Forbidden: updates may not modify existing certificate content'],
    ],
    [
      'the removal of the certificate',
      [sign, ['/status', { status: { certificate: null } }]],
      ['status.certificate: Forbidden: updates may not modify existing certificate content'],
    ],
  ])('should refuse %s', async (_, patches, causes) => {
    const answer = await patched(await made(), ...patches);

    expect(answer).toMatchObject({ code: 422, causes });
  });

  it('should keep the decision and the certificate in writes to other parts', async () => {
    const setup = await made();
    await patched(setup, approve, sign);
    const other = condition('Approved', { reason: 'other', message: 'n' });

    const byStatus = await patched(setup, ['/status', withConditions(failed, other)]);
    const byApproval = await patched(setup, ['/approval', { status: { certificate: 'LS0tLS0t' } }]);
    const whole = await patched(setup, ['', { status: { certificate: null, conditions: [] } }]);
    const explained = await patched(setup, ['/approval', withConditions(other, failed)]);

    const status = { certificate: 'LS0t', conditions: [failed, approved] };
    for (const answer of [byStatus, byApproval, whole]) {
      expect(answer).toMatchObject({ code: 200, status });
    }
    expect(explained).toMatchObject({ code: 200, status: { ...status, conditions: [other, failed] } });
  });

  it('should set the times of conditions, and keep the time of a transition', async () => {
    const setup = await made();
    const time = '2020-01-01T00:00:00Z';
    const isTime = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

    const first = await patched(setup, ['/approval', withConditions(approved)]);
    const given = { ...approved, lastUpdateTime: time, lastTransitionTime: time };
    const second = await patched(setup, ['/approval', withConditions(given)]);
    const third = await patched(setup, ['/approval', withConditions(approved)]);

    const times = { lastUpdateTime: isTime, lastTransitionTime: isTime };
    expect(first?.status).toEqual(withTimes(times));
    expect(second?.status).toEqual({ conditions: [given] });
    expect(third?.status).toEqual(withTimes({ ...times, lastTransitionTime: time }));
    expect(third?.status).not.toMatchObject({ conditions: [{ lastUpdateTime: time }] });
  });

  const withTimes = (times: object): object => ({ conditions: [{ ...approved, ...times }] });

  it('should be approved and signed in one write from the process of the server', async () => {
    const { server } = await made();
    const status = { conditions: [approved], certificate: 'LS0t' };

    const signed = server.objects.patch(
      certificates.v1.certificatesigningrequests,
      'c',
      { status },
      { subresource: 'status' },
    );

    expect(signed).toMatchObject({ status });
  });
});
