import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, of, throwError, toArray } from 'rxjs';
import { ConnectionError, type KubeError, listWatch, ProtocolError, StatusError } from 'rx-informer';
import { concealedError } from '../../src/source/index.ts';

const conceal = (text: string): string => text.replaceAll('s3cret', '(not shown)');

describe('concealedError', () => {
  it('should keep all of a StatusError but the secret', () => {
    const error = new StatusError({
      code: 429,
      reason: 'TooManyRequests',
      message: 'you said s3cret',
      retryAfterSeconds: 3,
      causes: [{ reason: 's3cret', message: 'because of s3cret', field: 'a' }],
      inStream: true,
    });

    expect(concealedError(error, conceal)).toEqual(
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

  it('should add no wait to a StatusError that has none', () => {
    const shown = concealedError(new StatusError({ code: 500, message: 'a s3cret' }), conceal);

    expect(shown).toHaveProperty('retryAfterSeconds', undefined);
    expect(shown).toMatchObject({ code: 500, message: 'a (not shown)' });
  });

  it('should look at each text once, however many causes repeat it', () => {
    const text = 'because of s3cret';
    const causes = Array.from({ length: 32 }, () => ({ reason: text, message: text, field: 'a' }));
    const seen: string[] = [];
    const counting = (one: string): string => {
      seen.push(one);
      return conceal(one);
    };

    const shown = concealedError(new StatusError({ code: 500, message: text, causes }), counting);

    expect(seen.sort()).toEqual(['', 'a', text]);
    expect(shown).toMatchObject({ message: 'because of (not shown)' });
  });

  it('should keep all of a ProtocolError but the secret', () => {
    const cause = new Error('why');
    const error = new ProtocolError('no JSON', { excerpt: 'a s3cret', failure: 'fatal', cause });

    expect(concealedError(error, conceal)).toMatchObject({
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
  ])('should leave an error as it is that says nothing of it: %p', (error) => {
    expect(concealedError(error, conceal)).toBe(error);
  });
});

describe('listWatch over a transport that conceals', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const pods = { group: '', version: 'v1', resource: 'pods' } as const;
  const saying = (text: string) => listWatch({ open: () => of(bytes(text)), conceal }, pods);

  it('should conceal errors of both requests', async () => {
    const source = saying('s3cret\n');
    const failed = (verb: 'list' | 'watch'): Promise<unknown> =>
      lastValueFrom<unknown>(source[verb]()).catch((error: unknown) => error);

    expect(await failed('list')).toMatchObject({ excerpt: '(not shown)\n' });
    expect(await failed('watch')).toMatchObject({ excerpt: '(not shown)' });
  });

  it('should conceal incidents of both requests', async () => {
    const told: KubeError[] = [];
    const object = '{"metadata":{"name":"s3cret"}}';
    const list = saying(`{"metadata":{"resourceVersion":"1"},"items":[${object}]}`);
    const watch = saying(`{"type":"ADDED","object":${object}}\n`);

    await lastValueFrom(list.list({}, { onIncident: (incident) => told.push(incident) }).pipe(toArray()));
    await lastValueFrom(watch.watch({}, { onIncident: (incident) => told.push(incident) }).pipe(toArray()));

    expect(told.map(({ message }) => message)).toEqual([
      expect.stringContaining('(not shown)'),
      expect.stringContaining('(not shown)'),
    ]);
  });

  it('should leave errors alone over one that does not', async () => {
    const error = new StatusError({ code: 500, message: 's3cret' });
    const source = listWatch({ open: () => throwError(() => error) }, pods);

    expect(await lastValueFrom(source.list()).catch((thrown: unknown) => thrown)).toBe(error);
  });
});
