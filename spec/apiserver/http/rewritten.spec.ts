import { describe, expect, it } from '@jest/globals';
import { NEVER, type Observable, Subject } from 'rxjs';
import type { Flow } from '../../../src/apiserver/flow.ts';
import { inYaml } from '../../../src/apiserver/http/in-yaml.ts';
import { pretty } from '../../../src/apiserver/http/pretty.ts';
import { pump } from '../../../src/apiserver/http/pump.ts';
import type { ApiRequest } from '../../../src/apiserver/http/request.ts';
import type { ApiResponse } from '../../../src/apiserver/http/response.ts';

const requestWith = (query: string, accept: string): ApiRequest => ({
  method: 'GET',
  path: '/api/v1/configmaps',
  query: new URLSearchParams(query),
  headers: { accept },
  body: '',
});

/**
 * Returns a response with a list of `count` objects. The response body is made in pieces with one object each. `made`
 * returns how many objects were made.
 */
function listOf(count: number): { readonly response: ApiResponse; readonly made: () => number } {
  let made = 0;
  function* pieces(): Generator<Uint8Array> {
    yield Buffer.from('{"kind":"List","apiVersion":"v1","metadata":{},"items":[');
    for (let at = 0; at < count; at++) {
      made++;
      yield Buffer.from(`${at === 0 ? '' : ','}{"text":"${'x'.repeat(70_000)}","at":${at}}`);
    }
    yield Buffer.from(']}\n');
  }
  const headers = { 'content-type': 'application/json' };
  return {
    response: { status: 200, headers, large: true, body: (flow: Flow) => pump(pieces, flow) },
    made: () => made,
  };
}

/**
 * Creates a reader of a response body. The argument is the maximum number of pieces that the reader takes. After a call
 * of `drain`, the reader takes the same number again.
 */
function flowOf(most: number): {
  readonly flow: Flow;
  readonly take: (body: Observable<Uint8Array>) => string[];
  readonly drain: () => void;
} {
  const drain$ = new Subject<void>();
  const texts: string[] = [];
  let taken = 0;
  return {
    flow: { writable: () => taken < most, drain$ },
    take: (body) => {
      body.subscribe((bytes) => {
        taken++;
        texts.push(Buffer.from(bytes).toString());
      });
      return texts;
    },
    drain: () => {
      taken = 0;
      drain$.next();
    },
  };
}

describe('a list in another form', () => {
  it.each([
    ['YAML', (response: ApiResponse) => inYaml(requestWith('', 'application/yaml'), response)],
    ['indented JSON', (response: ApiResponse) => pretty(requestWith('pretty=1', ''), response)],
  ])('should be created object by object as it is read (%s)', (_, written) => {
    const { response, made } = listOf(100);
    const { flow, take, drain } = flowOf(2);

    const texts = take(written(response).body(flow));

    expect([texts.length, made() <= 3]).toEqual([2, true]);
    for (let drains = 1; drains < 10; drains++) drain();
    expect([texts.length, made() <= 21]).toEqual([20, true]);
    for (let drains = 0; drains < 200; drains++) drain();
    const all = texts.join('');
    expect(all.match(/\bat"?: [0-9]+/g)?.map((text) => Number(text.split(': ')[1]))).toEqual(
      Array.from({ length: 100 }, (_, at) => at),
    );
  });

  it('should count a piece until the piece has been rewritten', () => {
    const held = new Set<Uint8Array>();
    const counts: number[] = [];
    const { response } = listOf(3);
    const hold = (bytes: Uint8Array): (() => void) => {
      held.add(bytes);
      return () => void held.delete(bytes);
    };

    const { body } = pretty(requestWith('pretty=1', '*/*'), response);
    body({ writable: () => true, drain$: NEVER, hold }).subscribe(() => counts.push(held.size));

    expect(new Set(counts)).toEqual(new Set([1]));
    expect(held.size).toBe(0);
  });
});
