import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { createTextRedactor, createCredentialRedactor } from '../../src/source/redact.ts';
import { lastValueFrom, of, throwError, toArray } from 'rxjs';
import { ConnectionError, type KubeError, listWatch, ProtocolError, StatusError } from 'rx-informer';
import { redactError, redactTokens, credentialsInHeaders } from '../../src/source/index.ts';

const secret = 'a-rather-long-secret';

describe('createTextRedactor', () => {
  it('should redact each secret at any position, and keep the rest', () => {
    expect(createTextRedactor([secret])(`<${secret}> and ${secret}.`)).toBe('<(not shown)> and (not shown).');
  });

  it('should redact a secret as it is spelled in JSON', () => {
    expect(createTextRedactor(['say "hello"'])(JSON.stringify({ a: 'say "hello"' }))).toBe(
      '{"a":"(not shown)"}',
    );
  });

  it('should redact the beginning of a secret at the end of the text', () => {
    expect(createTextRedactor([secret])('Bearer a-rather-lo')).toBe('Bearer (not shown)');
    expect(createTextRedactor([secret])('Bearer a-r')).toBe('Bearer a-r');
  });

  it('should redact any part of a secret of 31 characters or more', () => {
    const token = fc.stringMatching(/^[a-z0-9]{40,200}$/);
    fc.assert(
      fc.property(token, fc.nat(160), fc.integer({ min: 31, max: 200 }), (one, from, length) => {
        const part = one.slice(from, from + length);
        fc.pre(part.length >= 31);
        const shown = createTextRedactor([one])(`got <${part}>.`);

        expect(shown).toBe('got <(not shown)>.');
      }),
    );
  });

  it('should redact the parts of many overlapping secrets with a common beginning', () => {
    const token = fc.stringMatching(/^[a-z0-9]{40,80}$/);
    const parts = fc.array(fc.tuple(fc.nat(), fc.nat(80), fc.integer({ min: 31, max: 80 })));
    fc.assert(
      fc.property(token, fc.array(token, { minLength: 1 }), parts, (head, tails, places) => {
        const tokens = tails.map((tail) => head + tail);
        const text = places
          .map(([nth, from, length]) => tokens[nth % tokens.length]?.slice(from, from + length) ?? '')
          .join('');
        const shown = createTextRedactor(tokens)(text);

        for (const one of tokens) {
          for (let at = 0; at + 31 <= one.length; at++) expect(shown).not.toContain(one.slice(at, at + 31));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('should redact a part of a secret that begins within a part of another one', () => {
    const [one, other] = ['0123456789abcdefghijklmnopqrstuv', 'rstuvABCDEFGHIJKLMNOPQRSTUVWXYZ-tail'];

    expect(createTextRedactor([one, other])(`<${one.slice(1)}${other.slice(5, 31)}>`)).toBe('<(not shown)>');
  });

  it('should keep a word that is also part of a secret', () => {
    expect(createTextRedactor(['kubernetes-admin-of-the-cluster'])('no kubernetes here')).toBe(
      'no kubernetes here',
    );
  });

  it('should redact the longer of two secrets with a common beginning', () => {
    expect(createTextRedactor(['a-secret', 'a-secret-and-more'])('a-secret-and-more')).toBe('(not shown)');
  });

  it('should keep short secrets, and ignore blanks around a secret', () => {
    expect(createTextRedactor(['admin', ''])('admin, as ever')).toBe('admin, as ever');
    expect(createTextRedactor([`${secret}\n`])(secret)).toBe('(not shown)');
  });

  it('should redact every secret, whatever the text around it', () => {
    const token = fc.stringMatching(/^[!-~]{16,60}$/);
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 4 }), fc.string(), (tokens, between) => {
        const shown = createTextRedactor(tokens)(tokens.join(between));

        for (const one of tokens) expect(shown).not.toContain(one);
      }),
    );
  });
});

describe('createCredentialRedactor', () => {
  it('should redact the last secrets after many requests', () => {
    const { remember, redact } = createCredentialRedactor();

    remember(['the-first-token'])();
    for (let nth = 0; nth < 100; nth++) remember([`another-token-${nth}.`])();

    expect(redact('another-token-99.')).toBe('(not shown)');
    expect(redact('the-first-token')).toBe('the-first-token');
  });

  it('should forget the least recently used secret, not the oldest', () => {
    const { remember, redact } = createCredentialRedactor();
    const others = (from: number, to: number): void => {
      for (let nth = from; nth < to; nth++) remember([`another-token-${nth}.`])();
    };
    remember(['the-first-token'])();
    others(0, 60);
    remember(['the-first-token'])();
    others(60, 70);

    expect(redact('the-first-token')).toBe('(not shown)');
    expect(redact('another-token-0.')).toBe('another-token-0.');
  });

  it('should not forget a secret that is used repeatedly', () => {
    const { remember, redact } = createCredentialRedactor();

    for (let nth = 0; nth < 100; nth++) remember(['the-first-token', `another-token-${nth}.`])();

    expect(redact('the-first-token')).toBe('(not shown)');
  });

  it('should not forget the secret of an open request, however many follow', () => {
    const { remember, redact } = createCredentialRedactor();

    const end = remember(['the-first-token']);
    for (let nth = 0; nth < 100; nth++) remember([`another-token-${nth}.`])();
    expect(redact('the-first-token')).toBe('(not shown)');
    expect(redact('another-token-0.')).toBe('another-token-0.');

    end();
    remember(['a-later-token'])();
    expect(redact('the-first-token')).toBe('the-first-token');
  });

  it('should not forget a secret before its last request has ended', () => {
    const { remember, redact } = createCredentialRedactor();

    const ends = [remember(['the-first-token']), remember(['the-first-token'])];
    ends[0]?.();
    for (let nth = 0; nth < 100; nth++) remember([`another-token-${nth}.`])();

    expect(redact('the-first-token')).toBe('(not shown)');
  });
});

const redact = (text: string): string => text.replaceAll('s3cret', '(not shown)');

describe('redactError', () => {
  it('should keep everything of a StatusError but the secret', () => {
    const error = new StatusError({
      code: 429,
      reason: 'TooManyRequests',
      message: 'you said s3cret',
      retryAfterSeconds: 3,
      causes: [{ reason: 's3cret', message: 'because of s3cret', field: 'a' }],
      inStream: true,
    });

    expect(redactError(error, redact)).toEqual(
      new StatusError({
        code: 429,
        reason: 'TooManyRequests',
        message: 'you said (not shown)',
        retryAfterSeconds: 3,
        causes: [{ reason: '(not shown)', message: 'because of (not shown)', field: 'a' }],
        inStream: true,
      }),
    );
  });

  it('should add no retryAfterSeconds to a StatusError without one', () => {
    const shown = redactError(new StatusError({ code: 500, message: 'a s3cret' }), redact);

    expect(shown).toHaveProperty('retryAfterSeconds', undefined);
    expect(shown).toMatchObject({ code: 500, message: 'a (not shown)' });
  });

  it('should redact each text once, however many causes repeat it', () => {
    const text = 'because of s3cret';
    const causes = Array.from({ length: 32 }, () => ({ reason: text, message: text, field: 'a' }));
    const seen: string[] = [];
    const counting = (one: string): string => {
      seen.push(one);
      return redact(one);
    };

    const shown = redactError(new StatusError({ code: 500, message: text, causes }), counting);

    expect(seen.sort()).toEqual(['', 'a', text]);
    expect(shown).toMatchObject({ message: 'because of (not shown)' });
  });

  it('should keep everything of a ProtocolError but the secret', () => {
    const cause = new Error('why');
    const error = new ProtocolError('no JSON', { excerpt: 'a s3cret', failure: 'fatal', cause });

    expect(redactError(error, redact)).toMatchObject({
      message: 'no JSON',
      excerpt: 'a (not shown)',
      failure: 'fatal',
      cause,
    });
  });

  it.each([
    new StatusError({ code: 500, message: 'out of order' }),
    new ProtocolError('no JSON', { excerpt: '<html>' }),
    new ConnectionError('s3cret is of those who throw it'),
    'no error',
  ])('should return the same error if it contains no secret: %p', (error) => {
    expect(redactError(error, redact)).toBe(error);
  });
});

describe('listWatch over a transport that redacts', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const pods = { group: '', version: 'v1', resource: 'pods' } as const;
  const saying = (text: string) => listWatch({ open: () => of(bytes(text)), redact }, pods);

  it('should redact errors of both requests', async () => {
    const source = saying('s3cret\n');
    const failed = (verb: 'list' | 'watch'): Promise<unknown> =>
      lastValueFrom<unknown>(source[verb]()).catch((error: unknown) => error);

    expect(await failed('list')).toMatchObject({ excerpt: '(not shown)\n' });
    expect(await failed('watch')).toMatchObject({ excerpt: '(not shown)' });
  });

  it('should redact incidents of both requests', async () => {
    const received: KubeError[] = [];
    const object = '{"metadata":{"name":"s3cret"}}';
    const list = saying(`{"metadata":{"resourceVersion":"1"},"items":[${object}]}`);
    const watch = saying(`{"type":"ADDED","object":${object}}\n`);

    await lastValueFrom(list.list({}, { onIncident: (incident) => received.push(incident) }).pipe(toArray()));
    await lastValueFrom(
      watch.watch({}, { onIncident: (incident) => received.push(incident) }).pipe(toArray()),
    );

    expect(received.map(({ message }) => message)).toEqual([
      expect.stringContaining('(not shown)'),
      expect.stringContaining('(not shown)'),
    ]);
  });

  it('should not change errors of a transport without redact', async () => {
    const error = new StatusError({ code: 500, message: 's3cret' });
    const source = listWatch({ open: () => throwError(() => error) }, pods);

    expect(await lastValueFrom(source.list()).catch((thrown: unknown) => thrown)).toBe(error);
  });
});

describe('redactTokens', () => {
  it('should replace each word of 20 characters or more, and no shorter one', () => {
    const long = 'x'.repeat(20);

    expect(redactTokens(`a ${long} "${long}.${long}" ${long.slice(1)}`)).toBe(
      `a (not shown) "(not shown)" ${long.slice(1)}`,
    );
  });
});

describe('credentialsInHeaders', () => {
  it.each<[string, string | string[], string]>([
    ['authorization', 'Bearer a.b.c', 'a.b.c'],
    ['Authorization', 'Basic YWxpY2U6aHVudGVyMg==', 'hunter2'],
    ['Authorization', 'Basic YWxpY2U6aHVudGVyMg==', 'YWxpY2U6aHVudGVyMg=='],
    ['Authorization', `Basic ${Buffer.from('alice:pässwörd').toString('base64')}`, 'pässwörd'],
    ['Authorization', 'Basic YWxpY2U6cORzcw==', 'päss'],
    ['cookie', 'lang=en; session=abc=def', 'abc=def'],
    ['x-api-key', 'k3y', 'k3y'],
    ['x-tokens', ['one', 'two'], 'two'],
  ])('should find the credential in %s: %p', (name, value, secret) => {
    expect(credentialsInHeaders([[name, value]])).toContain(secret);
  });

  it('should ignore headers without credentials', () => {
    const headers = new Headers({
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'content-type': 'application/json',
      'impersonate-user': 'somebody',
      'user-agent': 'rx-informer',
    });

    expect(credentialsInHeaders(headers)).toEqual([]);
  });

  it('should accept a Basic header that is not base64', () => {
    expect(credentialsInHeaders([['authorization', 'Basic *']])).toEqual(['*', 'Basic *']);
  });
});
