import { InjectionToken, inject } from '@angular/core';
import { animationFrames, type Observable } from 'rxjs';
import { informer, type Informer, listWatch, type Transport } from 'rx-informer';
import { fetchTransport, pageVisible } from 'rx-informer/fetch';
import { core, type Pod } from 'rx-informer/kinds';

/** Where the API server is: by default at the page's own origin, behind a proxy that knows who the user is. */
export const TRANSPORT = new InjectionToken<Transport>('transport', {
  factory: () => fetchTransport({ server: '' }),
});

/** One informer for the whole application. It runs while somebody listens, and a second longer: a change of route is quicker. */
export const PODS = new InjectionToken<Informer<Pod>>('pods', {
  factory: () =>
    informer(listWatch(inject(TRANSPORT), core.v1.pods), {
      linger: 1000,
      reflect: { gate: pageVisible() },
    }),
});

/** When rows may be shown anew: once a frame. Where there are no frames, on a server or in a spec, provide another. */
export const FRAMES = new InjectionToken<Observable<unknown>>('frames', { factory: () => animationFrames() });
