import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from '@jest/globals';
import type { RunHelpers } from 'rxjs/testing';
import { marbles } from '../support/marbles.ts';

/** A diagram of the docs: its lines by name. */
type Diagram = Readonly<Record<string, string>>;

/** Returns a line of a diagram by its name. */
export type Line = (name: string) => string;

/** Returns the diagrams of a page by name, from its ```marble blocks. */
function diagramsOf(page: string): ReadonlyMap<string, Diagram> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return new Map(
    [...text.matchAll(/^```marble (\S+)\n(.*?)^```/gms)].map(([, name = '', block = '']) => [
      name,
      Object.fromEntries(
        block
          .trimEnd()
          .split('\n')
          .map((line) => {
            const [, label = '', marbles = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
            return [label, marbles];
          }),
      ),
    ]),
  );
}

/**
 * The spec that asserts a diagram of operators.md, by the start of the diagram's name; operators.spec.ts asserts the
 * others.
 */
const prefixes = {
  'operators-client-go.spec.ts': ['process-', 'shared-'],
  'operators-faults.spec.ts': ['fault-'],
  'operators-recording.spec.ts': ['record', 'replay'],
  'operators-views.spec.ts': ['query', 'select', 'page-visible'],
} as const;

/** The specs for operators.md. */
export const operatorSpecs = ['operators.spec.ts', ...Object.keys(prefixes)];

/**
 * Returns the function that plays a diagram of operators.md. Every diagram of the spec has to be played by one of its
 * cases.
 */
export function operatorDiagrams(spec: keyof typeof prefixes | 'operators.spec.ts') {
  const diagrams = diagramsOf('reference/operators.md');
  const asserted = new Set<string>();
  const ownerOf = (name: string): string =>
    Object.entries(prefixes).find(([, begins]) => begins.some((begin) => name.startsWith(begin)))?.[0] ??
    'operators.spec.ts';

  afterAll(() => {
    expect([...diagrams.keys()].filter((name) => ownerOf(name) === spec && !asserted.has(name))).toEqual([]);
  });

  return (name: string, assert: (helpers: RunHelpers, line: Line) => void): void => {
    it(`should behave as ${name} draws`, () => {
      expect(ownerOf(name)).toBe(spec);
      asserted.add(name);
      const diagram = diagrams.get(name) ?? {};
      const read = new Set<string>();
      marbles().run((helpers) => {
        assert(helpers, (label) => {
          read.add(label);
          const found = diagram[label];
          if (found === undefined)
            throw new Error(`docs/reference/operators.md: no line ${label} in ${name}`);
          return found;
        });
      });
      expect(Object.keys(diagram).filter((label) => !read.has(label))).toEqual([]);
    });
  };
}

/** Returns a subscription diagram of the same length as a line of single marbles. */
export const until = (line: string): string => `^${'-'.repeat(line.length - 1)}!`;
