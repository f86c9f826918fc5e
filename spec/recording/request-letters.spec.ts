import { describe, expect, it } from '@jest/globals';
import { createInboxes } from '../../src/recording/request-letters.ts';

const asked = { verb: 'list', options: {} } as const;
const page = { page: { items: [], resourceVersion: '1' } } as const;
const place = { time: 0, line: 2 };

describe('createInboxes', () => {
  it('should keep what comes before it is asked for', () => {
    const inboxes = createInboxes();
    inboxes.sort(1, { request: 7, ...asked }, place);
    inboxes.sort(1, { request: 7, ...page }, place);

    expect(inboxes.lastBegun).toBe(2);
    expect(inboxes.open()).toBe(1);
    expect([inboxes.take(1), inboxes.take(1), inboxes.take(1)]).toEqual([
      { entry: asked, ...place },
      { entry: page, ...place },
      undefined,
    ]);
  });

  it('should drop what comes for a request that nobody waits for any more', () => {
    const inboxes = createInboxes();
    const request = inboxes.open();
    inboxes.sort(1, { request: 1, ...asked }, place);
    inboxes.close(request);
    inboxes.sort(1, { request: 1, ...page }, place);

    expect(inboxes.take(request)).toBeUndefined();
  });

  it.each([
    ['complete', { complete: true }],
    ['failed', { error: { name: 'KubeError', message: 'no', failure: 'fatal' } }],
    ['closed', { closed: true }],
  ] as const)('should take nothing more for a request that is %s', (_, last) => {
    const inboxes = createInboxes();
    const request = inboxes.open();
    inboxes.sort(1, { request: 1, ...asked }, place);
    inboxes.sort(1, { request: 1, ...last }, place);
    inboxes.sort(1, { request: 1, ...page }, place);

    expect([inboxes.take(request), inboxes.take(request), inboxes.take(request)]).toEqual([
      { entry: asked, ...place },
      { entry: last, ...place },
      undefined,
    ]);
  });

  it('should take what comes for a request that never began for none', () => {
    const inboxes = createInboxes();
    const request = inboxes.open();
    inboxes.sort(1, { request: 1, ...page }, place);

    expect(inboxes.lastBegun).toBe(0);
    expect(inboxes.take(request)).toBeUndefined();
  });

  it('should take the same number in another part for another request', () => {
    const inboxes = createInboxes();
    inboxes.sort(1, { request: 1, ...asked }, place);
    inboxes.sort(2, { request: 1, ...asked }, place);
    inboxes.sort(1, { request: 1, ...page }, place);

    expect([inboxes.take(1), inboxes.take(1), inboxes.take(2), inboxes.take(2)]).toEqual([
      { entry: asked, ...place },
      { entry: page, ...place },
      { entry: asked, ...place },
      undefined,
    ]);
  });
});
