import { describe, expect, it } from '@jest/globals';
import { type KubeObject, type ListPage } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { fc } from '../../support/properties.ts';
import { createLineWriter } from '../../../src/recording/machine/line-writer.ts';
import { withoutSecrets } from '../../../src/recording/machine/without-secrets.ts';

/** Writes one page of a list. Returns the lines, and how often the writer paused. */
function written(page: ListPage<KubeObject>, keepSecrets = false): { lines: string[]; pauses: number } {
  const lines: string[] = [];
  const writer = createLineWriter((line) => lines.push(line), { keepSecrets });
  const pauses = [...writer.page(() => 7, 'requests', { request: 3, page })].length;
  return { lines, pauses };
}

const valueOf = (line = ''): unknown => (JSON.parse(line) as { value: unknown }).value;

describe('page', () => {
  it('should write the same JSON as JSON.stringify of the whole page', () => {
    const data = fc.dictionary(
      fc.string(),
      fc.constantFrom('a', '{"data":{"p":"q"}}', 'kind: Secret\ndata:'),
    );
    const item = fc.record({
      kind: fc.constantFrom('Pod', 'Secret', undefined),
      type: fc.constantFrom('Opaque', '"items":[]'),
      metadata: fc.record({ name: fc.constantFrom('a', '"items":[]'), labels: data }),
      data,
    });
    const page = fc.record(
      { items: fc.array(item), resourceVersion: fc.string(), remainingItemCount: fc.nat() },
      { requiredKeys: ['items', 'resourceVersion'] },
    );
    fc.assert(
      fc.property(page, fc.boolean(), (given, keepSecrets) => {
        const json = JSON.stringify({ time: 7, stage: 'requests', value: { request: 3, page: given } });
        const { lines } = written(given as unknown as ListPage<KubeObject>, keepSecrets);
        expect(lines.map(valueOf)).toEqual([
          valueOf(keepSecrets ? json : JSON.stringify(withoutSecrets(JSON.parse(json), false))),
        ]);
      }),
    );
  });

  it('should pause after each item', () => {
    const items = ['a', 'b', 'c'].map((name) => kubeObject(name));

    expect(written({ items, resourceVersion: '1' }).pauses).toBe(3);
    expect(written({ items: [], resourceVersion: '1' })).toMatchObject({
      pauses: 0,
      lines: [expect.anything()],
    });
  });

  it('should split a page of more than 4 Mi characters into several; only the last has the remaining count', () => {
    const text = 'z'.repeat(2_500_000);
    const items = ['a', 'b', 'c'].map((name) => ({ ...kubeObject(name), text }));
    const { lines } = written({ items, resourceVersion: '1', remainingItemCount: 9 });

    expect(lines.map(valueOf)).toEqual([
      { request: 3, page: { items: items.slice(0, 2), resourceVersion: '1' } },
      { request: 3, page: { items: items.slice(2), resourceVersion: '1', remainingItemCount: 9 } },
    ]);
  });

  it('should treat the items of a page as Secrets if the page says so', () => {
    const login = { ...kubeObject('login'), data: { p: 'hunter2' } };
    const page = { kind: 'SecretList', items: [login], resourceVersion: '1' };

    expect(valueOf(written(page).lines[0])).toEqual({
      request: 3,
      page: {
        ...page,
        items: [{ apiVersion: login.apiVersion, kind: login.kind, metadata: login.metadata }],
      },
    });
  });

  it('should name the item that cannot be written', () => {
    const odd = { ...kubeObject('b'), at: new Date(0) };
    const items = [kubeObject('a'), odd];

    expect(() => written({ items, resourceVersion: '1' })).toThrow(
      'value.page.items[1].at is not a plain object',
    );
    expect(() => written({ items: [undefined as never], resourceVersion: '1' })).toThrow(
      'items[0] is undefined',
    );
  });
});
