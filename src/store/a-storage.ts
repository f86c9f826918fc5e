import { aFunction, type KubeObject, type Rule } from '../objects/index.ts';
import type { Keeping } from './machine/keeping.ts';
import type { ObjectStorage } from './store-subject.ts';

/** A way to keep objects; what it opens tells whether it is one of ours. */
export const aStorage: Rule = {
  allowed: 'what compact() returns',
  test: (given) => {
    const { open } = (given ?? {}) as Partial<ObjectStorage>;
    const opened = aFunction.test(open) ? open?.() : undefined;
    return aFunction.test((opened as Partial<Keeping<KubeObject>> | null | undefined)?.gather);
  },
};
