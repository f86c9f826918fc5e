import { describe, expect, it } from '@jest/globals';
import { createResponseQueues } from '../../src/recording/recorded-requests.ts';

const asked = { verb: 'list', options: {} } as const;
const page = { page: { items: [], resourceVersion: '1' } } as const;
const place = { time: 0, line: 2 };

describe('createResponseQueues', () => {
  it('should keep the entries of a request that is not open yet', () => {
    const queues = createResponseQueues();
    queues.enqueue(1, { request: 7, ...asked }, place);
    queues.enqueue(1, { request: 7, ...page }, place);

    expect(queues.lastRequestLine).toBe(2);
    expect(queues.open()).toBe(1);
    expect([queues.take(1), queues.take(1), queues.take(1)]).toEqual([
      { entry: asked, ...place },
      { entry: page, ...place },
      undefined,
    ]);
  });

  it('should drop the entries of a closed request', () => {
    const queues = createResponseQueues();
    const request = queues.open();
    queues.enqueue(1, { request: 1, ...asked }, place);
    queues.close(request);
    queues.enqueue(1, { request: 1, ...page }, place);

    expect(queues.take(request)).toBeUndefined();
  });

  it.each([
    ['complete', { complete: true }],
    ['failed', { error: { name: 'KubeError', message: 'no', failure: 'fatal' } }],
    ['closed', { closed: true }],
  ] as const)('should accept no more entries for a request that is %s', (_, last) => {
    const queues = createResponseQueues();
    const request = queues.open();
    queues.enqueue(1, { request: 1, ...asked }, place);
    queues.enqueue(1, { request: 1, ...last }, place);
    queues.enqueue(1, { request: 1, ...page }, place);

    expect([queues.take(request), queues.take(request), queues.take(request)]).toEqual([
      { entry: asked, ...place },
      { entry: last, ...place },
      undefined,
    ]);
  });

  it('should drop the entries of a request without a start', () => {
    const queues = createResponseQueues();
    const request = queues.open();
    queues.enqueue(1, { request: 1, ...page }, place);

    expect(queues.lastRequestLine).toBe(0);
    expect(queues.take(request)).toBeUndefined();
  });

  it('should treat the same number in another recording as another request', () => {
    const queues = createResponseQueues();
    queues.enqueue(1, { request: 1, ...asked }, place);
    queues.enqueue(2, { request: 1, ...asked }, place);
    queues.enqueue(1, { request: 1, ...page }, place);

    expect([queues.take(1), queues.take(1), queues.take(2), queues.take(2)]).toEqual([
      { entry: asked, ...place },
      { entry: page, ...place },
      { entry: asked, ...place },
      undefined,
    ]);
  });
});
