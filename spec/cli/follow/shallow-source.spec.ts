import { describe, expect, it, jest } from '@jest/globals';
import {
  asyncScheduler,
  concat,
  firstValueFrom,
  from,
  lastValueFrom,
  NEVER,
  of,
  skipWhile,
  takeUntil,
  throwError,
  timer,
  toArray,
} from 'rxjs';
import { type KubeError, type KubeObject, listWatch, StatusError, type Transport } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { recordListerWatcher } from 'rx-informer/recording';
import { kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { followSource } from '../../../src/cli/follow/follow.ts';
import { jsonReporter } from '../../../src/cli/follow/json-reporter.ts';
import { shallowSource } from '../../../src/cli/follow/shallow-source.ts';
import { plainStyle } from '../../../src/cli/lines/style.ts';
import type { JsonPart } from '../../../src/cli/lines/one-line.ts';
import { createColumnSets } from '../../../src/cli/live/machine/column-sets.ts';
import { cellsOf } from '../../../src/cli/live/machine/objects-of-table.ts';
import { tableTransport } from '../../../src/cli/live/table-transport.ts';
import { joinedJson } from '../joined-json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const configMap = (name: string, levels: number): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}","namespace":"default","uid":"u-${name}","resourceVersion":"7"},"data":${deep(levels)}}`;
const list = (...items: readonly string[]): string =>
  `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[${items.join()}]}`;

/** Simulates a server that lists two objects, and then changes the second object. */
const hostile = (levels: number): Transport => ({
  open: ({ query }) => {
    if (query?.['sendInitialEvents'] === 'true') return throwError(() => unsupported);
    return query?.['watch'] === 'true'
      ? concat(of(bytes(`{"type":"MODIFIED","object":${configMap('b', levels)}}\n`)), NEVER)
      : of(bytes(list(configMap('a', 1), configMap('b', levels))));
  },
});
const unsupported = new StatusError({
  code: 422,
  reason: 'Invalid',
  message: 'sendInitialEvents: Forbidden',
});

const identity = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'b', namespace: 'default', uid: 'u-b', resourceVersion: '7' },
};

const incident =
  'default/b is nested deeper than 500 levels: only its name, uid and resourceVersion are kept';

it('should check a page in slices, and keep the order of pages and the end', async () => {
  let time = 0;
  const clock = jest.spyOn(asyncScheduler, 'now').mockImplementation(() => (time += 6));
  const names = Array.from({ length: 20 }, (_, nth) => `p${nth}`);
  const pages = [names, ['last']].map((page) => ({
    items: page.map((name) => kubeObject(name)),
    resourceVersion: '1',
  }));
  const source = shallowSource(scriptedListerWatcher({ list: [from(pages)], watch: [NEVER] }));
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const read = await lastValueFrom(source.list().pipe(toArray()));
  isOver = true;
  clock.mockRestore();

  expect(read).toEqual(pages);
  expect(turns).toBeGreaterThanOrEqual(names.length - 1);
});

describe.each([600, 5_000, 100_000])('an object with %d levels', (levels) => {
  const source = (): ReturnType<typeof listWatch<KubeObject>> =>
    listWatch<KubeObject>(hostile(levels), core.v1.configmaps);

  it('should be listed and watched by its identity, with an incident', async () => {
    const incidents: string[] = [];
    const onIncident = ({ message }: KubeError): void => void incidents.push(message);
    const { items } = await firstValueFrom(shallowSource(source()).list({}, { onIncident }));
    const event = await firstValueFrom(shallowSource(source()).watch({}, { onIncident }));

    expect(JSON.stringify(items[0])).toContain('"data"');
    expect(items[1]).toEqual(identity);
    expect(event).toEqual({ type: 'MODIFIED', object: identity });
    expect(incidents).toEqual([incident, incident]);
  });

  it('should be written as JSON, with a notice', async () => {
    const [printed, received]: [string[], string[]] = [[], []];
    const output = {
      style: plainStyle,
      tellStyle: plainStyle,
      redact: String,
      full: () => undefined,
      print: (line: string) => void printed.push(line),
      printJson: (parts: readonly JsonPart[]) => void printed.push(joinedJson(parts)),
      waiting: () => 0,
      report: (line: string) => void received.push(line),
    };
    const followed$ = followSource(source(), core.v1.configmaps, { output, reporter: jsonReporter(output) });
    await lastValueFrom(followed$.pipe(takeUntil(timer(1, 1).pipe(skipWhile(() => printed.length < 2)))), {
      defaultValue: undefined,
    });

    expect(JSON.parse(printed[1] ?? '')).toMatchObject({ key: 'default/b', object: identity });
    expect(received.join()).toContain('nested deeper than 500 levels');
  });

  it('should be recorded', async () => {
    const lines: string[] = [];
    const recorded = recordListerWatcher(shallowSource(source()), (line) => lines.push(line), {
      resource: core.v1.configmaps,
    });
    await lastValueFrom(recorded.list({}));

    expect(lines.some((line) => line.includes('"uid":"u-b"'))).toBe(true);
  });

  it('should have a row in a live table', async () => {
    const cell = deep(Math.min(levels, 50_000)); // if a Table had more levels, the command would request plain objects instead of the Table
    const table = `{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"9"},"columnDefinitions":[{"name":"Name"},{"name":"Data"}],"rows":[{"cells":["b",${cell}],"object":${configMap('b', Math.min(levels, 50_000))}}]}`;
    const sets = createColumnSets();
    const transport = tableTransport({ open: () => of(bytes(table)) }, () => undefined, sets);
    const { items } = await firstValueFrom(listWatch<KubeObject>(transport, core.v1.configmaps).list());

    expect(items).toMatchObject([identity]);
    expect(cellsOf(items[0] ?? {}, sets)?.cells).toEqual(['b', '<nested too deep>']);
  });
});
