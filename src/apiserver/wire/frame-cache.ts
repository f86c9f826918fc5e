import type { Resource } from '../resources/resource.ts';
import type { Form } from './form.ts';
import { EventFrames, SharedFrames } from './frames.ts';

/**
 * The frames that several watches share, by resource and representation. A frame is the bytes of one watch event. The
 * cache has a limit of bytes for all frames together.
 */
export class FrameCache {
  readonly #now: () => number;
  readonly #shared = new SharedFrames();
  readonly #frames = new WeakMap<Resource, Map<Form, EventFrames>>();

  /** @param now - returns the current time in ms since 1970, for the column with the age in tables */
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
