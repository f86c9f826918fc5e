import { describe, expect, it } from '@jest/globals';
import type { StatusError } from 'rx-informer';
import {
  continueExpired,
  invalid,
  listExpired,
  notFound,
  tooLarge,
  tooOld,
} from '../../../src/testing/machine/cluster-refusals.ts';

const facts = ({ code, reason, message, inStream, causes, retryAfterSeconds }: StatusError) => ({
  code,
  reason,
  message,
  inStream,
  causes,
  retryAfterSeconds,
});
const plain = { inStream: false, causes: [], retryAfterSeconds: undefined };

describe('the refusals of a cluster', () => {
  it.each<[string, () => StatusError, object]>([
    ['P27', () => notFound('pods', 'a'), { code: 404, reason: 'NotFound', message: 'pods "a" not found' }],
    [
      'of an object that cannot be',
      () => invalid('pods', 'a', 'no'),
      { code: 422, reason: 'Invalid', message: 'pods "a" is invalid: no' },
    ],
    [
      'P36',
      () => tooOld('3', '7', true),
      { code: 410, reason: 'Expired', message: 'too old resource version: 3 (7)', inStream: true },
    ],
    [
      'P22',
      () => listExpired(),
      {
        code: 410,
        reason: 'Expired',
        message: 'The resourceVersion for the provided list is too old.',
      },
    ],
    [
      'P21',
      () => continueExpired(),
      {
        code: 410,
        reason: 'Expired',
        message: 'The provided continue parameter is too old to display a consistent list result.',
      },
    ],
    [
      'P11',
      () => tooLarge('9', '7'),
      {
        code: 504,
        reason: 'Timeout',
        message: 'Timeout: Too large resource version: 9, current: 7',
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        retryAfterSeconds: 1,
      },
    ],
  ])('should use the messages of a real server: %s', (_, refusal, said) => {
    expect(facts(refusal())).toEqual({ ...plain, ...said });
  });
});
