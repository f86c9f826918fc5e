import { describe, expect, it } from '@jest/globals';
import * as door from 'rx-informer';
import {
  BufferOverflowError,
  ConnectionError,
  type FailureClass,
  HandlerError,
  KubeError,
  OptionsError,
  ProtocolError,
  StatusError,
} from 'rx-informer';
import * as clientGo from 'rx-informer/client-go';
import { FifoClosedError, RequeueError, TransactionError } from 'rx-informer/client-go';
import { RecordingError } from '../../src/recording/index.ts';
import { messageOf } from '../../src/objects/kube-error.ts';

const cause = new Error('mine');
const samples: readonly KubeError[] = [
  new BufferOverflowError(10),
  new ConnectionError('reset'),
  new FifoClosedError(),
  new HandlerError('onAdd', 'shop/web', cause),
  new KubeError('fatal', 'run: the queue is closed'),
  new OptionsError('reflect: pageSize', -1, 'an integer from 0'),
  new ProtocolError('not JSON'),
  new RecordingError('notARecording', 'this is no recording'),
  new RequeueError(),
  new StatusError({ code: 403 }),
  new TransactionError(2, [0], [cause]),
];

const isKubeError = (value: unknown): value is typeof KubeError =>
  typeof value === 'function' && (value === KubeError || value.prototype instanceof KubeError);

describe('advice', () => {
  it('should be tested here for each error class of the package', () => {
    const names = Object.values({ ...door, ...clientGo })
      .filter(isKubeError)
      .map(({ name }) => name);

    expect(names).toContain('StatusError');
    expect(names.filter((name) => !samples.some((sample) => sample.name === name))).toEqual([]);
  });

  it.each(samples.map((error) => [error.name, error] as const))('should be set on %s', (_name, error) => {
    expect(error.message).not.toBe('');
    expect(error.advice).toMatch(/^(nothing|correct|give|grant|check|have|look|renew)\b.*[\w`]$/);
  });

  it.each<[FailureClass, string, number]>([
    ['expired', 'nothing to do: an informer lists again by itself', 410],
    ['throttled', 'request less', 429],
    ['transient', 'check the server and the network', 502],
    ['unauthorized', 'sign in again, or renew the token', 401],
    ['forbidden', 'grant `list` and `watch`', 403],
    ['notFound', 'check the spelling, and that it is installed', 404],
    ['fatal', 'correct what the message names', 400],
  ])('should depend on the failure class: %s', (failure, advice, code) => {
    expect(new KubeError(failure, 'one').advice).toContain(advice);
    expect(new StatusError({ code }).advice).toContain(advice);
  });

  it.each<FailureClass>(['expired', 'throttled', 'transient', 'unsupported'])(
    'should say that an informer recovers by itself: %s',
    (failure) => {
      expect(new KubeError(failure, 'one').advice).toMatch(
        /^nothing to do: an informer (lists again by itself|retries by itself|lists in pages instead)/,
      );
    },
  );

  it('should name the allowed value for a wrong option', () => {
    const error = new OptionsError('reflect: pageSize', -1, 'an integer from 0');

    expect(error.advice).toBe('give reflect: pageSize an integer from 0');
  });
});

describe('messageOf', () => {
  it('should return the message of an error, and the string form of other values', () => {
    expect([new TypeError('no such thing'), 'a text', 7, undefined, { a: 1 }].map(messageOf)).toEqual([
      'no such thing',
      'a text',
      '7',
      'undefined',
      '[object Object]',
    ]);
  });

  it('should not throw itself, for any thrown value (G13)', () => {
    const bare: unknown = Object.create(null);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();

    for (const thrown of [bare, proxy, Object.assign(new Error(), { message: bare })])
      expect(messageOf(thrown)).toBe('something that has no text');
  });
});
