import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from '@jest/globals';
import type { RunHelpers } from 'rxjs/testing';
import { marbles } from '../support/marbles.ts';

/** A marble diagram of the documentation. Each line of the diagram has a name. */
type Diagram = Readonly<Record<string, string>>;

/** Returns the marbles of a line by the name of the line. */
export type Line = (name: string) => string;

/** Returns the marble diagrams of a page by name. The page contains them in code blocks of the language `marble`. */
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
 * The spec files that test the diagrams of operators.md. The start of a diagram's name decides which file tests the
 * diagram. `operators.spec.ts` tests all other diagrams.
 */
const prefixes = {
  'operators-client.spec.ts': ['wait-for', 'pod-logs'],
  'operators-controller.spec.ts': [
    'to-requests',
    'generation-',
    'changed',
    'requests-for-all',
    'reconcile-',
    'controller',
    'leader-',
    'shard-',
    'freshness',
  ],
  'operators-client-go.spec.ts': ['process-', 'shared-'],
  'operators-derived.spec.ts': ['where', 'join', 'sums', 'groups', 'window'],
  'operators-scope.spec.ts': [
    'informer-set',
    'switch-source',
    'table-watch',
    'metadata-watch',
    'listable-namespaces',
  ],
  'operators-faults.spec.ts': ['fault-'],
  'operators-recording.spec.ts': ['record', 'replay'],
  'operators-views.spec.ts': ['query', 'select', 'page-visible'],
} as const;

/** The spec files that test the diagrams of operators.md. */
export const operatorSpecs = ['operators.spec.ts', ...Object.keys(prefixes)];

/**
 * Returns a function that defines the test of a diagram in operators.md. After all tests, checks that each diagram of
 * the spec file has a test.
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

/**
 * Returns a subscription diagram with the same length as the given line. Each character of the line must be one frame.
 */
export const until = (line: string): string => `^${'-'.repeat(line.length - 1)}!`;
