import { describe, expect, it } from '@jest/globals';
import { NEVER } from 'rxjs';
import { ConnectionError } from '../../src/objects/index.ts';
import { headersWithin, type KubeRequest } from '../../src/source/index.ts';
import { marbles } from '../support/marbles.ts';

const list: KubeRequest = { path: '/api/v1/pods' };
const late = new ConnectionError(
  'no answer from the server to GET /api/v1/pods within 30000 ms (headersTimeout), so the request was aborted',
  { answered: false },
);

describe('headersWithin', () => {
  it('should abort a request without an answer after 30 s, and emit an error', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('-');

      expectObservable(e1.pipe(headersWithin({}, list, 'the server'))).toBe('30s #', undefined, late);
      expectSubscriptions(e1.subscriptions).toBe('^ 29999ms !');
    });
  });

  it('should not limit the time after the headers', () => {
    marbles().run(({ cold, expectObservable }) => {
      const answer$ = cold('29s a 60s b|');

      expectObservable(answer$.pipe(headersWithin({}, list, 'the server'))).toBe('29s a 60s b|');
    });
  });

  it('should accept another timeout, or 0 for none', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(NEVER.pipe(headersWithin({ headersTimeout: 0 }, list, 's')), '^ 120m !').toBe('-');
      expectObservable(NEVER.pipe(headersWithin({ headersTimeout: 60_000 }, list, 'the server'))).toBe(
        '60s #',
        undefined,
        new ConnectionError(late.message.replace('30000', '60000'), { answered: false }),
      );
    });
  });

  it.each([{ watch: 'true' }, { watch: 'true', sendInitialEvents: 'true' }, { follow: '1' }])(
    'should not limit a stream: %j',
    (query) => {
      marbles().run(({ expectObservable }) => {
        expectObservable(NEVER.pipe(headersWithin({}, { ...list, query }, 's')), '^ 120m !').toBe('-');
      });
    },
  );

  it('should limit a request whose `watch` is false, and a write', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(
        NEVER.pipe(headersWithin({}, { ...list, query: { watch: 'false' } }, 'the server')),
      ).toBe('30s #', undefined, late);
      expectObservable(NEVER.pipe(headersWithin({}, { ...list, method: 'POST' }, 'the server'))).toBe(
        '30s #',
        undefined,
        new ConnectionError(
          `${late.message.replace('GET', 'POST')}; the server may have carried it out, or do so later`,
          { answered: false },
        ),
      );
    });
  });

  it('should advise how to continue after a write', () => {
    expect.assertions(1);
    marbles().run(({ flush }) => {
      NEVER.pipe(headersWithin({}, { ...list, method: 'PATCH' }, 's')).subscribe({
        error: (error: unknown) =>
          expect(error).toMatchObject({
            advice: expect.stringContaining('read the object before you send it again'),
          }),
      });
      flush();
    });
  });
});
