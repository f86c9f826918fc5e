import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { exportsOf, membersOf, type PublicExport } from './public-options.ts';

const page = readFileSync(
  fileURLToPath(new URL('../../docs/reference/options.md', import.meta.url)),
  'utf8',
).replaceAll(/^```.*?^```/gms, '');

/** A heading of the page, with the text up to the next heading of the same or a higher level. */
interface Section {
  readonly heading: string;
  readonly text: string;
}

function sectionsIn(text: string): readonly Section[] {
  const headings = [...text.matchAll(/^(#+) (.*)$/gm)];
  return headings.map(({ 1: level = '', 2: heading = '', index }) => {
    const end = headings.find((next) => next.index > index && (next[1] ?? '').length <= level.length);
    return { heading, text: text.slice(index, end?.index) };
  });
}

/** The parts of the page, by entry point. */
const parts = new Map(
  sectionsIn(page)
    .filter(({ text }) => text.startsWith('## '))
    .map(({ heading, text }) => [heading, text] as const),
);

const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const nameIn = (code: string): string => code.split('(')[0] ?? '';

/**
 * Returns the names in the first column of the tables. With `title`, omits tables whose first column has another title.
 */
function rowsIn(section: string, title?: string): readonly string[] {
  return section
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter(([header = '']) => title === undefined || header.startsWith(`| ${title} `))
    .flatMap((lines) => lines.flatMap((line) => codeIn(line.split('|')[1] ?? '')))
    .map(nameIn);
}

/**
 * Returns the section whose heading has the name. A heading can have several names: `maxOf and withMaxWait`. Without such a heading,
 * returns the section with a row for the name, or a section that mentions the name.
 */
function sectionOf({ entryPoint, name }: Pick<PublicExport, 'entryPoint' | 'name'>): string | undefined {
  const [, ...sections] = sectionsIn(parts.get(entryPoint) ?? '');
  const found =
    sections.find(({ heading }) => heading.split(' and ').includes(name)) ??
    sections.find(({ text }) => rowsIn(text).includes(name)) ??
    sections.find(({ text }) => codeIn(text).map(nameIn).includes(name));
  return found?.text;
}

/**
 * A section can refer to the options of other sections: `has the same options as [buffered](#buffered)`. Returns the
 * section, followed by these other sections.
 */
function withShared(section: string): string {
  const anchors = [...section.matchAll(/\boptions\s+(?:as|of)\s+\[[^\]]+\]\(#([\w-]+)\)/g)];
  const shared = anchors.map(([, anchor = '']) =>
    sectionsIn(page).find(({ heading }) => anchorOf(heading) === anchor),
  );
  return [section, ...shared.map((one) => one?.text)].join('\n');
}
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

/** Compares the section of a function with the options of the function. */
function differences({ entryPoint, name, options, members }: PublicExport) {
  const section = sectionOf({ entryPoint, name });
  if (section === undefined) return 'no section';
  const rows = rowsIn(withShared(section));
  const known = all
    .filter((other) => other.entryPoint === entryPoint && sectionOf(other) === section)
    .flatMap((other) => other.options);
  return {
    withoutRow: options.filter((option) => !rows.includes(option)),
    withoutMention: notMentioned(members, withShared(section)),
    unknownRows: rowsIn(section, 'option').filter((row) => !known.includes(row)),
  };
}
const none = { withoutRow: [], withoutMention: [], unknownRows: [] };

function notMentioned(names: readonly string[], text: string): readonly string[] {
  const code = codeIn(text).join('\n');
  return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
}

const all = exportsOf({
  'rx-informer': 'src/index.ts',
  'rx-informer/fetch': 'src/fetch/index.ts',
  'rx-informer/client-node': 'src/client-node/index.ts',
  'rx-informer/client': 'src/client/index.ts',
  'rx-informer/derived': 'src/derived/index.ts',
  'rx-informer/scope': 'src/scope/index.ts',
  'rx-informer/inspect': 'src/inspect/index.ts',
  'rx-informer/controller': 'src/controller/index.ts',
});

const titled = (some: readonly PublicExport[]): [name: string, entryPoint: string, one: PublicExport][] =>
  some.map((one) => [one.name, one.entryPoint, one]);
const functions = all.filter(({ isClass, hasParameters }) => !isClass && hasParameters);
const classes = all.filter(({ isClass, options }) => isClass && options.length > 0);

describe('docs/reference/options.md', () => {
  it('should have a part for each entry point of this spec', () => {
    expect([...parts.keys()].sort()).toEqual([...new Set(all.map(({ entryPoint }) => entryPoint))].sort());
  });

  it('should be compared with the options of the code', () => {
    const found = (name: string) => all.find((one) => one.name === name);

    expect(functions.length).toBeGreaterThan(50);
    expect(found('listWatch')?.options).toEqual(
      expect.arrayContaining(['namespace', 'maxPageBytes', 'limit']),
    );
    expect(found('informer')?.options).toEqual(
      expect.arrayContaining(['storage', 'resyncPeriod', 'notifier']),
    );
    expect(found('fetchTransport')?.options).toContain('headersTimeout');
    expect(found('resourceClient')?.options).toEqual(
      expect.arrayContaining(['maxRetries', 'dryRun', 'force', 'attempts', 'propagationPolicy']),
    );
    expect(found('controller')?.options).toEqual(expect.arrayContaining(['owns', 'concurrency']));
    expect(found('waitFor')?.options).toEqual(['timeout', 'cluster']);
    expect(found('leaderElection')?.options).toContain('leaseDuration');
    expect(found('leaderElection')?.options).not.toContain('clock'); // `clock` is an internal option
    expect(found('KubeError')?.options).toEqual(['cause', 'advice']);
    expect(all.flatMap(({ members }) => members)).toEqual(
      expect.arrayContaining(['resetAfter', 'overflow', 'maxWait', 'uid']),
    );
  });

  it.each(titled(functions))('should describe the options of %s of %s', (_name, _entryPoint, one) => {
    expect(differences(one)).toEqual(none);
  });

  it.each(titled(classes))('should mention the options of the class %s of %s', (_name, _entryPoint, one) => {
    expect(notMentioned(one.options, sectionOf(one) ?? '')).toEqual([]);
  });

  it.each([
    ['KubeRequest', 'rx-informer', 'Transport'],
    ['ListerWatcherHooks', 'rx-informer', 'listWatch'],
    ['ResourceEventHandler', 'rx-informer', 'processorListener'],
    ['Resource', 'rx-informer/client', 'defineResource'],
    ['Condition', 'rx-informer/client', 'setCondition'],
    ['DeleteAllSelector', 'rx-informer/client', 'resourceClient'],
    ['ReconcileRequest', 'rx-informer/controller', 'reconcileByKey'],
    ['ReconcileResult', 'rx-informer/controller', 'reconcileByKey'],
    ['RateLimiter', 'rx-informer/controller', 'Rate limiters'],
    ['FinalizerPhases', 'rx-informer/controller', 'withFinalizer'],
    ['EventFacts', 'rx-informer/controller', 'eventRecorder'],
    ['AdmissionResult', 'rx-informer/controller', 'admission'],
  ])('should have a row for each member of %s of %s', (type, entryPoint, name) => {
    const rows = rowsIn(sectionOf({ entryPoint, name }) ?? '');
    const members = membersOf(entryPoint, type);

    expect(members).not.toEqual([]);
    expect(members.filter((member) => !rows.includes(member))).toEqual([]);
  });
});
