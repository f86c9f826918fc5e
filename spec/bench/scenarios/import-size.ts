import { built } from '../driver/built.ts';
import type { Scenario } from '../driver/scenario.ts';

const imports = ['informer', 'informer, listWatch', 'the four stages', 'informer, listWatch, fetchTransport'];

/** The scenario for the size of the library in a web page that has already loaded RxJS. */
export const importSizeScenario: Scenario = {
  name: 'import size',
  title: 'the built package without RxJS, minified and compressed by gzip',
  servers: [],
  contenders: [
    {
      name: 'ours',
      script: new URL('../children/import-size.ts', import.meta.url),
      args: () => [],
      prepare: built,
    },
  ],
  columns: imports.map((key) => ({ group: 'import', key, title: `{ ${key} }`, unit: 'B', digits: 0 })),
  roundsEach: 0,
};
