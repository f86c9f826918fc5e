import { Subscription } from 'rxjs';
import { keyOf, type ReflectorStatus } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { type Pipeline, type Stage, createPipeline, type Subscriber } from './pipeline.ts';

/** Maximum number of values that the page shows for each stage. */
const longestLog = 8;

const stages: readonly {
  readonly stage: Stage | 'store';
  readonly title: string;
  readonly operator: string;
}[] = [
  { stage: 'requests', title: 'Requests', operator: 'listWatch()' },
  { stage: 'events', title: 'Reflector', operator: 'reflect()' },
  { stage: 'deltas', title: 'Queue', operator: 'deltaFifo()' },
  { stage: 'store', title: 'Store', operator: 'indexedStore()' },
  { stage: 'batches', title: 'Batches', operator: 'batchPerTask()' },
  { stage: 'changes', title: 'Subscriber', operator: 'buffered()' },
];

const subscribers: Readonly<Record<string, Subscriber>> = {
  'takes each change at once': { buffer: 'unbounded', pause: 0 },
  'takes the changes every 3 s': { buffer: 'unbounded', pause: 3_000 },
  'takes the latest of each object every 3 s (conflate)': { buffer: 'conflate', pause: 3_000 },
  'takes every 3 s, keeps the last two (drop-oldest)': {
    buffer: { size: 2, overflow: 'drop-oldest' },
    pause: 3_000,
  },
};

/**
 * A custom element with a simulated cluster. Its buttons change objects and break the connection. The element lists the
 * values that each pipeline stage emits.
 */
class PipelinePlayground extends HTMLElement {
  #pipeline: Pipeline | undefined;
  #running = new Subscription();
  #names = 0;

  connectedCallback(): void {
    const pipeline = createPipeline();
    this.#pipeline = pipeline;
    for (const name of ['web', 'api', 'db']) pipeline.objects.put(kubeObject(`shop/${name}`));
    this.#render(pipeline);
    this.#running = new Subscription();
    this.#running.add(pipeline.passed$.subscribe(({ stage, text }) => this.#log(stage, text)));
    this.#running.add(pipeline.status$.subscribe((status) => this.#showStatus(status)));
    this.#running.add(pipeline.passed$.subscribe(() => this.#showObjects(pipeline)));
    this.#running.add(pipeline.start());
    this.#showObjects(pipeline);
  }

  disconnectedCallback(): void {
    this.#running.unsubscribe();
  }

  #render(pipeline: Pipeline): void {
    const away = element('input', { type: 'checkbox' });
    away.addEventListener('change', () => pipeline.isAway.next(away.checked));
    const subscriber = element('select', {});
    for (const name of Object.keys(subscribers))
      subscriber.append(element('option', { value: name, textContent: name }));
    subscriber.addEventListener('change', () => {
      const chosen = subscribers[subscriber.value];
      if (chosen !== undefined) pipeline.subscriber.next(chosen);
    });

    const controls = element('div', { className: 'play-controls' });
    controls.append(
      button('Create an object', () => pipeline.objects.put(kubeObject(`shop/job-${++this.#names}`))),
      button('Break the connection', () => pipeline.cluster.endWatches()),
      button('Miss changes, then 410', () => this.#missChanges(pipeline)),
      labelled(away, ' the server is away'),
      labelled('The subscriber ', subscriber),
    );
    const status = element('p', { className: 'play-status', role: 'status' });
    const lanes = element('div', { className: 'play-stages' });
    lanes.append(...stages.map(({ stage, title, operator }) => panel(title, operator, stage)));
    this.replaceChildren(controls, status, panel('Objects in the API server', '', 'server'), lanes);
  }

  /**
   * Breaks the watch, deletes one object, and creates another object. Then drops the history, so that the watch cannot
   * resume.
   */
  #missChanges({ cluster, objects }: Pipeline): void {
    cluster.endWatches();
    const [first] = objects.objects();
    if (first !== undefined) objects.remove(keyOf(first));
    objects.put(kubeObject(`shop/job-${++this.#names}`));
    cluster.compact();
    this.#showNow();
  }

  #log(stage: Stage, text: string): void {
    const list = this.querySelector(`[data-list="${stage}"]`);
    if (list === null) return;
    list.prepend(element('li', { textContent: text }));
    while (list.children.length > longestLog) list.lastElementChild?.remove();
  }

  #showStatus(status: ReflectorStatus): void {
    const text = this.querySelector('.play-status');
    if (text !== null) text.textContent = textOfStatus(status);
  }

  #showObjects({ objects, store }: Pipeline): void {
    const onServer = objects.objects().map((object) => {
      const { name, resourceVersion } = object.metadata;
      const item = element('li', { textContent: `${name}@${resourceVersion} ` });
      item.append(
        button(
          'change',
          () => {
            objects.put(object);
            this.#showNow();
          },
          `change ${name}`,
        ),
        button(
          'delete',
          () => {
            objects.remove(keyOf(object));
            this.#showNow();
          },
          `delete ${name}`,
        ),
      );
      return item;
    });
    this.querySelector('[data-list="server"]')?.replaceChildren(...onServer);
    const stored = store
      .list()
      .map(({ metadata }) => element('li', { textContent: `${metadata.name}@${metadata.resourceVersion}` }));
    this.querySelector('[data-list="store"]')?.replaceChildren(...stored);
  }

  #showNow(): void {
    if (this.#pipeline !== undefined) this.#showObjects(this.#pipeline);
  }
}

function textOfStatus(status: ReflectorStatus): string {
  switch (status.phase) {
    case 'listing':
      return `listing: ${status.received} objects so far`;
    case 'watching':
      return `watching from version ${status.resourceVersion}`;
    case 'waiting':
      return `waiting after failure ${status.attempt}: ${status.error.message}`;
    case 'stopped':
      return 'stopped';
  }
}

function panel(title: string, operator: string, list: string): HTMLElement {
  const whole = element('section', { className: 'play-panel' });
  const heading = element('h2', { textContent: title });
  if (operator !== '') heading.append(element('code', { textContent: operator }));
  const entries = element('ul', {});
  entries.dataset['list'] = list;
  whole.append(heading, entries);
  return whole;
}

function button(text: string, onClick: () => void, name = text): HTMLElement {
  const made = element('button', { type: 'button', textContent: text, ariaLabel: name });
  made.addEventListener('click', onClick);
  return made;
}

function labelled(...parts: readonly (string | HTMLElement)[]): HTMLElement {
  const label = element('label', {});
  label.append(...parts);
  return label;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  members: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), members);
}

customElements.define('pipeline-playground', PipelinePlayground);
