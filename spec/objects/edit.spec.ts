import { describe, expect, it } from '@jest/globals';
import { edit, type JsonPatchOperation, type KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { fc } from '../support/properties.ts';
import { applyMergePatch, isRecord } from '../../src/objects/merge-patch.ts';

interface Widget extends KubeObject {
  readonly spec: unknown;
}

const widget = (spec: unknown): Widget => ({
  ...kubeObject('shop/web', { metadata: { resourceVersion: '7' } }),
  spec,
});

/** Applies the four JSON Patch operations (RFC 6902) that `edit` produces. */
function applyJsonPatch(target: unknown, operations: readonly JsonPatchOperation[]): unknown {
  const root = { '': structuredClone(target) };
  for (const { op, path, value } of operations) {
    const parts = path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = parts.pop() ?? '';
    const parent = parts.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], root);
    const members = parent as Record<string, unknown>;
    if (op !== 'add' && !Object.hasOwn(members, last)) throw new Error(`${op} of nothing at ${path}`);
    if (op === 'test') expect(members[last]).toEqual(value);
    else if (!Array.isArray(parent)) {
      if (op === 'remove') Reflect.deleteProperty(members, last);
      else members[last] = value;
    } else if (op === 'replace') parent[Number(last)] = value;
    else parent.splice(Number(last), op === 'remove' ? 1 : 0, ...(op === 'add' ? [value] : []));
  }
  return root[''];
}

/** Changes a draft of `edit` step by step until the draft equals the target. */
function morph(draft: Record<string, unknown>, target: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(draft)) {
    if (!Object.hasOwn(target, name)) Reflect.deleteProperty(draft, name);
  }
  for (const [name, wanted] of Object.entries(target)) {
    const there = draft[name];
    if (isRecord(there) && isRecord(wanted)) morph(there, wanted);
    else if (Array.isArray(there) && Array.isArray(wanted))
      there.splice(0, there.length, ...(wanted as unknown[]));
    else draft[name] = wanted;
  }
}

const names = fc.constantFrom('a', 'b/c', 'd~e', '~1', 'constructor', '');
const { spec: specs } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.integer(), fc.string(), fc.boolean()),
  value: fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('spec'), fc.array(tie('value'), { maxLength: 4 })),
  spec: fc.dictionary(names, tie('value'), { maxKeys: 4 }),
}));

describe('edit', () => {
  it('should return the next state, frozen, and not change the given object', () => {
    const before = widget({ replicas: 1 });
    const { object } = edit(before, (draft) => {
      draft.spec = { replicas: 2 };
    });

    expect(object.spec).toEqual({ replicas: 2 });
    expect(Object.isFrozen(object)).toBe(true);
    expect(before.spec).toEqual({ replicas: 1 });
  });

  it('should guard both patches by the resourceVersion of the given object', () => {
    const { jsonPatch, mergePatch } = edit(
      kubeObject('web', { metadata: { resourceVersion: '7' } }),
      (draft) => {
        draft.metadata.labels = { pool: 'blue' };
      },
    );

    expect(jsonPatch).toEqual([
      { op: 'test', path: '/metadata/resourceVersion', value: '7' },
      { op: 'add', path: '/metadata/labels', value: { pool: 'blue' } },
    ]);
    expect(mergePatch).toEqual({ metadata: { resourceVersion: '7', labels: { pool: 'blue' } } });
  });

  it.each([
    ['does nothing', () => undefined],
    [
      'sets a field to its existing value',
      (draft: { metadata: { name: string } }) => void (draft.metadata.name = 'web'),
    ],
    ['sets an absent field to undefined', (draft: { kind?: unknown }) => void (draft.kind = undefined)],
  ])('should return the given object itself when the recipe %s', (_name, recipe) => {
    const before = kubeObject('web');

    const { object, jsonPatch, mergePatch } = edit(before, recipe as (draft: unknown) => void);

    expect(object).toBe(before);
    expect([jsonPatch, mergePatch]).toEqual([[], {}]);
  });

  it('should remove a field that the recipe sets to undefined, because JSON has no undefined', () => {
    const { jsonPatch, mergePatch } = edit(widget(1), (draft) => {
      draft.spec = undefined;
    });

    expect(jsonPatch.slice(1)).toEqual([{ op: 'remove', path: '/spec' }]);
    expect(mergePatch).toEqual({ metadata: { resourceVersion: '7' }, spec: null });
  });

  it('should throw the error that the recipe throws', () => {
    const cause = new Error('no');
    const failing = (): unknown =>
      edit(widget(1), () => {
        throw cause;
      });

    expect(failing).toThrow(cause);
  });

  it('should make patches that produce the next state', () => {
    fc.assert(
      fc.property(specs, specs, (from, to) => {
        const before = widget(from);
        const { object, jsonPatch, mergePatch } = edit(before, (draft) => {
          morph(draft.spec as Record<string, unknown>, to);
        });

        expect(object.spec).toEqual(to);
        expect(applyJsonPatch(before, jsonPatch)).toEqual(object);
        expect(applyMergePatch(before, mergePatch)).toEqual(object);
      }),
    );
  });
});
