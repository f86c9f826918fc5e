import type { KubeObject } from '../../src/objects/index.ts';
import type { ReflectorEvent } from '../../src/reflector/index.ts';
import { thing } from './things.ts';

/** Makes a watch event as the reflector emits it, from a text that `thing` reads. */
export function event(type: 'ADDED' | 'MODIFIED' | 'DELETED', text: string): ReflectorEvent<KubeObject> {
  return { type, object: thing(text) };
}

/** Makes a list with the resourceVersion 9 as the reflector emits it, from texts that `thing` reads. */
export function list(...texts: readonly string[]): ReflectorEvent<KubeObject> {
  return listOf(...texts.map(thing));
}

/** Makes a list of objects with the resourceVersion 9 as the reflector emits it. */
export function listOf<T extends KubeObject>(...items: readonly T[]): ReflectorEvent<T> {
  return { type: 'REPLACED', items, resourceVersion: '9' };
}
