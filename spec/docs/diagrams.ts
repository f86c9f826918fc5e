import { readFileSync } from 'node:fs';

/** A diagram of the docs: its lines by name. */
export type Diagram = Readonly<Record<string, string>>;

/** The diagrams of a page by name, as they stand in its ```marble blocks. */
export function diagramsOf(page: string): ReadonlyMap<string, Diagram> {
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
