import { afterEach, beforeEach } from '@jest/globals';

/** A fake browser page for the specs of one `describe`. */
export interface FakePage {
  state: 'visible' | 'hidden';
  /** Number of event listeners of `document` and `window`. */
  readonly listeners: number;
  /** Functions that fire the events of the page. The keys are the letters of marble diagrams. */
  readonly happenings: Readonly<Record<string, () => void>>;
}

/** Sets the globals `document` and `window` before each spec, and removes them after it. */
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
