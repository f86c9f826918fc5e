import { describe, expect, it } from '@jest/globals';
import { Budget } from '../../../src/apiserver/http/budget.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { Refusal } from '../../../src/apiserver/status/refusal.ts';
import { InitialList } from '../../../src/apiserver/watch/initial-list.ts';

const objects = ['a', 'b', 'c'].map((name): StoredObject => ({
  kind: 'Thing',
  apiVersion: 'v1',
  metadata: { name, uid: name, resourceVersion: '1' },
}));

describe('InitialList', () => {
  it('should return each object once, in order', () => {
    const state = new InitialList(objects, new Budget(3));

    expect([state.next(), state.next(), state.next(), state.next()]).toEqual([...objects, undefined]);
  });

  it('should be refused if all watches would keep too many objects', () => {
    const budget = new Budget(5);
    const first = new InitialList(objects, budget);

    expect(() => new InitialList(objects, budget)).toThrow(Refusal);
    first.next();
    expect(new InitialList(objects, budget).size).toBe(3);
  });

  it('should release the objects that it does not send, once', () => {
    const budget = new Budget(3);
    const state = new InitialList(objects, budget);
    state.next();
    state.clear();
    state.clear();

    expect(state.next()).toBe(undefined);
    expect(() => new InitialList([...objects, ...objects.slice(0, 1)], budget)).toThrow();
    expect(new InitialList(objects, budget).size).toBe(3);
  });
});
