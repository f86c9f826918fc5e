import type { Resource } from '../resources/resource.ts';
import type { Form } from './form.ts';
import { EventFrames, SharedFrames } from './frames.ts';

/** The frames that watches share: of each resource and form one set; all sets share a bounded number of bytes. */
export class FrameCache {
  readonly #now: () => number;
  readonly #shared = new SharedFrames();
  readonly #frames = new WeakMap<Resource, Map<Form, EventFrames>>();

  /** @param now - ms since 1970, for the ages in tables */
  constructor(now: () => number) {
    this.#now = now;
  }

  of(resource: Resource, form: Form): EventFrames {
    let forms = this.#frames.get(resource);
    if (forms === undefined) {
      forms = new Map();
      this.#frames.set(resource, forms);
    }
    let frames = forms.get(form);
    if (frames === undefined) {
      frames = new EventFrames({ resource, form, now: this.#now }, this.#shared);
      forms.set(form, frames);
    }
    return frames;
  }
}
