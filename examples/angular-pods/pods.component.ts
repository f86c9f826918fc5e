/**
 * A component that shows pods: signals from a live query, no zone, no Node module in the bundle.
 *
 * Stage of the flow: the views, behind everything else.
 */
import { Component, computed, inject, InjectionToken, PLATFORM_ID, signal } from '@angular/core';
import { takeUntilDestroyed, toObservable, toSignal } from '@angular/core/rxjs-interop';
import { animationFrames, catchError, EMPTY, map, type Observable, of, switchMap } from 'rxjs';
import { informer, type Informer, listWatch, query, type Transport } from 'rx-informer';
import { fetchTransport, pageVisible } from 'rx-informer/fetch';
import { core, type Pod } from 'rx-informer/kinds';

/** Where the API server is: by default at the page's own origin, behind a proxy that knows who the user is. */
export const TRANSPORT = new InjectionToken<Transport>('transport', {
  factory: () => fetchTransport({ server: '' }),
});

/** One informer for the whole application. It runs while a component subscribes, and makes no request on a server. */
export const PODS = new InjectionToken<Informer<Pod>>('pods', {
  factory: () =>
    informer(listWatch(inject(TRANSPORT), core.v1.pods), {
      reflect: { enabled: inject(PLATFORM_ID) === 'server' ? of(false) : pageVisible() },
    }),
});

/** When rows may be shown anew: once a frame. Where there are no frames, in a spec, provide another. */
export const FRAMES = new InjectionToken<Observable<unknown>>('frames', { factory: () => animationFrames() });

/** What was asked for; another object for each try. */
interface Asked {
  readonly namespace: string;
}

/** What came of it; an error is a value here, for it would end a signal for good. */
interface Shown {
  readonly asked: Asked;
  readonly pods: readonly Pod[];
  readonly error?: string;
}

@Component({
  selector: 'app-pods',
  template: `
    <label>
      Namespace
      <input [value]="namespace()" (change)="namespace.set(named.value)" #named />
    </label>
    @if (trouble(); as text) {
      <div role="status">{{ text }}</div>
    }
    @if (error(); as text) {
      <div role="alert">{{ text }} <button type="button" (click)="retry()">Try again</button></div>
    } @else if (isLoading()) {
      <p>Loading…</p>
    } @else {
      @if (stale()) {
        <p>Showing what was last known.</p>
      }
      <ul>
        @for (pod of rows(); track pod.metadata.uid) {
          <li>
            {{ pod.metadata.name }} <small>{{ pod.status?.phase }}</small>
          </li>
        } @empty {
          <li>No pods in {{ namespace() }}.</li>
        }
      </ul>
    }
  `,
  styles: `
    :host {
      display: block;
      max-inline-size: 50rem;
      margin: 0 auto;
      padding: 1rem;
      font-family: system-ui, sans-serif;
      overflow-wrap: anywhere;
    }
    ul {
      list-style: none;
      padding: 0;
    }
    li {
      display: flex;
      justify-content: space-between;
      gap: 1rem;
      padding-block: 0.4rem;
      border-block-end: 1px solid color-mix(in srgb, currentColor 20%, transparent);
    }
    [role] {
      margin-block: 1rem;
      padding: 0.5rem 0.75rem;
      border-inline-start: 4px solid light-dark(#b3261e, #f2b8b5);
    }
  `,
})
export class PodsComponent {
  readonly #pods = inject(PODS);
  readonly #frames$ = inject(FRAMES);
  readonly #tries = signal(0);

  readonly namespace = signal('default');
  readonly #asked = computed<Asked>(() => {
    this.#tries();
    return { namespace: this.namespace() };
  });
  readonly #asked$ = toObservable(this.#asked);

  /** `undefined` until the first list, and after each change of the namespace until its rows are known. */
  readonly #shown = toSignal(this.#asked$.pipe(switchMap((asked) => this.#query(asked))));
  readonly #current = computed(() => (this.#shown()?.asked === this.#asked() ? this.#shown() : undefined));

  readonly rows = computed(() => this.#current()?.pods ?? []);
  readonly error = computed(() => this.#current()?.error);
  readonly isLoading = computed(() => this.#current() === undefined);

  readonly #status = toSignal(this.#pods.status$, { requireSync: true });
  readonly stale = computed(() => this.#status().phase !== 'watching');
  /** What is tried again, in words: a wrong token, a missing right, a server that is away. */
  readonly trouble = computed(() => {
    const status = this.#status();
    return status.phase === 'waiting' ? `${status.error.message}; ${status.error.advice}` : undefined;
  });

  constructor() {
    // Its error is shown by the query; each try subscribes anew.
    this.#asked$
      .pipe(
        switchMap(() => this.#pods.changes({ buffer: 'conflate' }).pipe(catchError(() => EMPTY))),
        takeUntilDestroyed(),
      )
      .subscribe((change) => {
        if (change.type === 'deleted' && change.cause !== 'relist') console.info('gone:', change.key);
      });
  }

  retry(): void {
    this.#tries.update((count) => count + 1);
  }

  #query(asked: Asked): Observable<Shown> {
    return query(this.#pods, {
      where: (pod) => pod.metadata.namespace === asked.namespace,
      sort: (a, b) => (a.metadata.name < b.metadata.name ? -1 : 1),
      limit: 500,
      notifier: this.#frames$,
    }).pipe(
      map((pods) => ({ asked, pods })),
      catchError((error: unknown) =>
        of({ asked, pods: [], error: error instanceof Error ? error.message : String(error) }),
      ),
    );
  }
}
