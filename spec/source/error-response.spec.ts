import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, of, throwError } from 'rxjs';
import { StatusError } from '../../src/objects/index.ts';
import { isSuccessStatus, throwErrorResponse } from '../../src/source/index.ts';
import { marbles } from '../support/marbles.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const body = '{"kind":"Status","code":403,"reason":"Forbidden","message":"no, a-rather-long-secret"}';
const whole = new StatusError({ code: 500, reason: 'Forbidden', message: 'no, a-rather-long-secret' });
const bare = new StatusError({ code: 500, message: 'the API server answered 500' });
const answer = { code: 500, retryAfter: null };

const request = { path: '/api/v1/pods' };

describe('throwErrorResponse', () => {
  it('should fail with the Status in the body when the body is complete', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' -a-b-|', { a: bytes(body.slice(0, 9)), b: bytes(body.slice(9)) });
      const e1subs = '  ^----!';
      const expected = '-----#';

      expectObservable(throwErrorResponse({ request, ...answer, body$: e1 })).toBe(
        expected,
        undefined,
        whole,
      );
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it.each([
    ['is empty', EMPTY, bare],
    [
      'breaks off',
      concat(
        of(bytes(body)),
        throwError(() => new Error('reset')),
      ),
      whole,
    ],
    ['breaks off immediately', throwError(() => new Error('reset')), bare],
  ])('should use the received part when the body %s', (_, body$, error) => {
    marbles().run(({ expectObservable }) => {
      expectObservable(throwErrorResponse({ request, ...answer, body$ })).toBe('#', undefined, error);
    });
  });

  it('should wait 5 s for a body that does not end, and unsubscribe', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' a-', { a: bytes(body) });
      const e1subs = '  ^ 4999ms !';
      const expected = '5s #';

      expectObservable(throwErrorResponse({ request, ...answer, body$: e1 })).toBe(
        expected,
        undefined,
        whole,
      );
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should read at most 64 KiB of a body', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const chunk = new Uint8Array(30_000).fill(120);
      const e1 = cold(' a-a-a-a-|', { a: chunk });
      const e1subs = '  ^---!';
      const expected = '----#';
      const message = `the API server answered 500: ${'x'.repeat(200)}…`;

      expectObservable(throwErrorResponse({ request, ...answer, body$: e1 })).toBe(
        expected,
        undefined,
        new StatusError({ code: 500, message }),
      );
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should read up to 64 KiB of a body', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const chunk = bytes(' '.repeat(32_767));
      const e1 = cold(' a-a-b-c-c-|', { a: chunk, b: bytes(' '), c: bytes('no') });
      const e1subs = '  ^-----!';
      const expected = '------#';

      expectObservable(throwErrorResponse({ request, ...answer, body$: e1 })).toBe(
        expected,
        undefined,
        new StatusError({ code: 500, message: 'the API server answered 500: n' }),
      );
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should decode characters that are split between chunks', () => {
    marbles().run(({ cold, expectObservable }) => {
      const [a, b, c] = bytes('é1');
      const e1 = cold(' (abc|)', {
        a: Uint8Array.of(a ?? 0),
        b: Uint8Array.of(b ?? 0),
        c: Uint8Array.of(c ?? 0),
      });

      expectObservable(throwErrorResponse({ request, ...answer, body$: e1 })).toBe(
        '#',
        undefined,
        new StatusError({ code: 500, message: 'the API server answered 500: é1' }),
      );
    });
  });

  it('should unsubscribe from the body when unsubscribed early, and read it again for a second subscription', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' -a-|', { a: bytes(body) });
      const result = throwErrorResponse({ request, ...answer, body$: e1 });

      expectObservable(result, '^-!').toBe('---');
      expectObservable(result, '-----^').toBe('--------#', undefined, whole);
      expectSubscriptions(e1.subscriptions).toBe(['^-!', '-----^--!']);
    });
  });

  it('should redact a token in the body', () => {
    marbles().run(({ expectObservable }) => {
      const error = new StatusError({ code: 500, reason: 'Forbidden', message: 'no, (not shown)' });

      expectObservable(
        throwErrorResponse({ request, ...answer, body$: of(bytes(body)), secret: 'a-rather-long-secret\n' }),
      ).toBe('#', undefined, error);
    });
  });

  it('should redact several secrets, also one with another spelling in JSON', () => {
    marbles().run(({ expectObservable }) => {
      const secret = ['pass"word', 'other-secret'];
      const text = JSON.stringify({ kind: 'Status', message: 'pass"word, other-secret, pass"word' });
      const error = new StatusError({ code: 500, message: '(not shown), (not shown), (not shown)' });

      expectObservable(throwErrorResponse({ request, ...answer, body$: of(bytes(text)), secret })).toBe(
        '#',
        undefined,
        error,
      );
      expectObservable(
        throwErrorResponse({ request, ...answer, body$: of(bytes('pass"word')), secret }),
      ).toBe(
        '#',
        undefined,
        new StatusError({ code: 500, message: 'the API server answered 500: (not shown)' }),
      );
    });
  });

  it('should redact a secret as Go spells it in JSON', () => {
    marbles().run(({ expectObservable }) => {
      const text = String.raw`{"kind":"Status","message":"pass\u0026word \u003cor so\u003e"}`;
      const error = new StatusError({ code: 500, message: '(not shown) <or so>' });

      expectObservable(
        throwErrorResponse({ request, ...answer, body$: of(bytes(text)), secret: 'pass&word' }),
      ).toBe('#', undefined, error);
    });
  });

  it('should redact a secret in JSON that is nested too deeply for the reviver', () => {
    marbles().run(({ expectObservable }) => {
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
      const text = String.raw`{"kind":"Status","message":"no, \u0061-rather-long-secret","x":${deep}}`;
      const error = new StatusError({ code: 500, message: 'no, (not shown)' });

      expectObservable(
        throwErrorResponse({ request, ...answer, body$: of(bytes(text)), secret: 'a-rather-long-secret' }),
      ).toBe('#', undefined, error);
    });
  });

  it('should not redact a secret as short as a word', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(
        throwErrorResponse({ request, ...answer, body$: of(bytes(body)), secret: 'rather' }),
      ).toBe('#', undefined, whole);
      expectObservable(throwErrorResponse({ request, ...answer, body$: of(bytes(body)), secret: '' })).toBe(
        '#',
        undefined,
        whole,
      );
    });
  });
});

describe('isSuccessStatus', () => {
  it.each([
    ['GET', [200]],
    ['POST', [200, 201, 299]],
    ['DELETE', [200, 201, 299]],
  ])('should accept only the status of a complete answer to %s', (method, codes) => {
    expect([101, 199, 200, 201, 299, 300, 404].filter((code) => isSuccessStatus(method, code))).toEqual(
      codes,
    );
  });
});
