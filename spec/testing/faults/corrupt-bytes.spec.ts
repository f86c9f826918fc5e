import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { type KubeObject, listWatch, ProtocolError, type Transport } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { corruptBytes } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

const excerpt = '\u0000\u001f garbage, and no JSON';
const frame = new ProtocolError(
  'a watch frame is not JSON; is this the API server, or something in between?',
  { excerpt },
);
const page = new ProtocolError('a list page is not JSON, or was cut off after 24 bytes; retrying', {
  excerpt,
});

describe('corruptBytes', () => {
  it('should end with the error of the source for bytes that are not JSON', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-|', corruptBytes())).toBe('#', events, frame);
      expectObservable(watch('-a-b-|', corruptBytes({ after: 1 }))).toBe('-(a#)', events, frame);
      expectObservable(watch('-a-b-|', corruptBytes({ after: { ms: 2 } }))).toBe('-a#', events, frame);
      expectObservable(list('-p-q|', corruptBytes({ after: 1 }))).toBe('-p-#', pages, page);
    });
  });

  it('should emit the same error as the real source, field by field', async () => {
    const transport: Transport = { open: () => of(new TextEncoder().encode(`${excerpt}\n`)) };
    const real = listWatch<KubeObject>(transport, core.v1.pods);
    const fieldsOf = (watch: boolean, source = real): Promise<unknown> =>
      new Promise((resolve) => {
        const observer = {
          error: (error: ProtocolError) =>
            resolve([error.name, error.message, error.failure, error.excerpt.trim(), error.cause]),
        };
        if (watch) source.watch().subscribe(observer);
        else source.list().subscribe(observer);
      });

    expect(await fieldsOf(true, corruptBytes()(real))).toEqual(await fieldsOf(true));
    expect(await fieldsOf(false, corruptBytes()(real))).toEqual(await fieldsOf(false));
  });

  it('should print as its call', () => {
    expect(corruptBytes({ nth: 3 }).code).toBe('corruptBytes({ nth: 3 })');
  });

  itLeavesTheRestAlone(corruptBytes);
});
