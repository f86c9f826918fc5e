import { afterEach, beforeEach } from '@jest/globals';

/** A fake of the page of a browser, for the specs of one `describe`. */
export interface FakePage {
  state: 'visible' | 'hidden';
  /** The number of listeners of the document and the window. */
  readonly listeners: number;
  /** The events of the page, by letter. */
  readonly happenings: Readonly<Record<string, () => void>>;
}

/** Sets `document` and `window` before each spec, and removes them after it. */
export function fakePage(): FakePage {
  let listeners = 0;
  const counting = (): EventTarget => {
    const target = new EventTarget();
    return Object.assign(Object.create(target) as EventTarget, {
      addEventListener: (...given: Parameters<EventTarget['addEventListener']>) => {
        listeners++;
        target.addEventListener(...given);
      },
      removeEventListener: (...given: Parameters<EventTarget['removeEventListener']>) => {
        listeners--;
        target.removeEventListener(...given);
      },
      dispatchEvent: (event: Event) => target.dispatchEvent(event),
    });
  };
  const happens = (target: 'document' | 'window', type: string) => () =>
    globalThis[target].dispatchEvent(new Event(type));
  const becomes = (state: FakePage['state']) => () => {
    page.state = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const page: FakePage = {
    state: 'visible',
    get listeners() {
      return listeners;
    },
    happenings: {
      h: becomes('hidden'),
      s: becomes('visible'),
      z: happens('document', 'freeze'),
      r: happens('document', 'resume'),
      a: happens('window', 'pagehide'),
      b: happens('window', 'pageshow'),
      o: happens('window', 'online'),
    },
  };

  beforeEach(() => {
    page.state = 'visible';
    listeners = 0;
    const document = Object.defineProperty(counting(), 'visibilityState', { get: () => page.state });
    Object.assign(globalThis, { document, window: counting() });
  });
  afterEach(() => {
    Object.assign(globalThis, { document: undefined, window: undefined });
  });
  return page;
}
