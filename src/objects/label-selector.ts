import type { StringMap } from './kube-object.ts';
import type { LabelSelectorSpec } from './label-selector-spec.ts';
import { requirementSelector } from './requirement-selector.ts';

/** A parsed label selector. `String(selector)` is the form the API server takes. */
export interface LabelSelector {
  matches(labels: StringMap | undefined): boolean;
  toString(): string;
}

/**
 * Reads `'app=web,tier in (a,b)'`, `{ app: 'web' }` or a {@link LabelSelectorSpec}; an empty one selects everything.
 *
 * The grammar is that of apimachinery's `labels.Parse`, and so is `String(selector)`: sorted by key, no blanks. An
 * absent label matches `!=`, `notin` and `!key` and nothing else. `>` and `<` compare whole numbers of 64 bits.
 *
 * Where an object has `selector: null`, Kubernetes selects nothing, and so does `null` here; no text says that, so its
 * `String` is empty: do not send it to a server.
 *
 * @throws OptionsError that points at the place where the text breaks the grammar, or names the part of the object
 *
 * @example
 * ```ts
 * const selector = labelSelector('app in (web, api), tier != test');
 * selector.matches({ app: 'web' }); // true
 * String(selector); // 'app in (api,web),tier!=test'
 * ```
 */
export function labelSelector(from: string | StringMap | LabelSelectorSpec): LabelSelector {
  return requirementSelector(from);
}
