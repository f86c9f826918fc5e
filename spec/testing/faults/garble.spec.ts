import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { type KubeObject, listWatch, ProtocolError, type Transport } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { garble } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

const excerpt = '\u0000\u001f garbage, and no JSON';
const frame = new ProtocolError(
  'a watch frame is not JSON; is this the API server, or something in between?',
  { excerpt },
);
const page = new ProtocolError(
  'a list page is not JSON, or was cut off after 24 bytes; it is asked for again',
  {
    excerpt,
  },
);

describe('garble', () => {
  it('should end with what the source says of bytes that are no JSON', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-|', garble())).toBe('#', events, frame);
      expectObservable(watch('-a-b-|', garble({ after: 1 }))).toBe('-(a#)', events, frame);
      expectObservable(watch('-a-b-|', garble({ after: { ms: 2 } }))).toBe('-a#', events, frame);
      expectObservable(list('-p-q|', garble({ after: 1 }))).toBe('-p-#', pages, page);
    });
  });

  it('should be the error of the real source, field by field', async () => {
    const transport: Transport = { open: () => of(new TextEncoder().encode(`${excerpt}\n`)) };
    const real = listWatch<KubeObject>(transport, core.v1.pods);
    const fieldsOf = (watch: boolean, source = real): Promise<unknown> =>
      new Promise((resolve) => {
        const hear = {
          error: (error: ProtocolError) =>
            resolve([error.name, error.message, error.failure, error.excerpt.trim(), error.cause]),
        };
        if (watch) source.watch().subscribe(hear);
        else source.list().subscribe(hear);
      });

    expect(await fieldsOf(true, garble()(real))).toEqual(await fieldsOf(true));
    expect(await fieldsOf(false, garble()(real))).toEqual(await fieldsOf(false));
  });

  it('should be written as it was called', () => {
    expect(garble({ nth: 3 }).code).toBe('garble({ nth: 3 })');
  });

  itLeavesTheRestAlone(garble);
});
