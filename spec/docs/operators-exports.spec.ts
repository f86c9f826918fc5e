import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { operatorSpecs } from './diagrams.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/reference/operators.md`, 'utf8');

/** The sections of the page, by the name of the function in the heading. */
const sections = new Map(
  page
    .split(/^(?=#{2,3} )/m)
    .flatMap((text) => [...text.matchAll(/^#{2,3} `(\w+)\(/g)].map(([, name = '']) => [name, text] as const)),
);

/**
 * The functions that the library exports, with name and return type, as the API reports list them. Each overload is a
 * separate entry.
 */
const reports = readdirSync(`${root}/etc`).map((file) => readFileSync(`${root}/etc/${file}`, 'utf8'));
const functions = reports.flatMap((report) =>
  [...report.matchAll(/^export function (\w+)(.*?);\r?\n\r?\n/gms)].map(([, name = '', signature = '']) => ({
    name,
    returns: signature.slice(signature.lastIndexOf('): ') + 3),
  })),
);
const isStream = /(?:Observable|OperatorFunction|ListerWatcher)<|\bFault\b/;
const streams = [
  ...new Set(functions.filter(({ returns }) => isStream.test(returns)).map(({ name }) => name)),
];

/** Functions that return an Observable and need no diagram, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  scriptedListerWatcher: 'plays the Observables of a spec; the diagrams of this page are drawn with it',
  marbleListerWatcher: 'plays the diagrams of a spec, as drawn',
};

describe('docs/reference/operators.md and the exports', () => {
  it('should find every function of the reports', () => {
    const exported = reports.flatMap((report) => report.match(/^export function /gm) ?? []);

    expect(functions).toHaveLength(exported.length);
    expect(streams.length).toBeGreaterThan(25);
  });

  it.each(streams.filter((name) => !(name in exceptions)))('should have an entry for %s', (name) => {
    expect([...sections.keys()]).toContain(name);
  });

  it.each([...sections.keys()])('should have a diagram of %s', (name) => {
    expect(sections.get(name)).toMatch(/^```marble /m);
  });

  it.each([...sections.keys()])('should describe only exported functions: %s', (name) => {
    expect(functions.map((one) => one.name)).toContain(name);
  });

  it.each(Object.keys(exceptions))('should need the exception for %s', (name) => {
    expect(streams).toContain(name);
    expect([...sections.keys()]).not.toContain(name);
  });

  it('should have each of its diagrams asserted by one of the specs for the page', () => {
    const present = readdirSync(`${root}/spec/docs`)
      .filter((file) => /^operators.*\.spec\.ts$/.test(file))
      .filter((file) =>
        readFileSync(`${root}/spec/docs/${file}`, 'utf8').includes(`operatorDiagrams('${file}')`),
      );

    expect(present.sort()).toEqual([...operatorSpecs].sort());
  });
});
