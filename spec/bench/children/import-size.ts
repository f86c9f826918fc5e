/** Measures the sizes of imports of the built package, in bytes. The sizes are the same in each run. */
import { importSizes } from '../import-size.ts';
import { printFigures } from './print-figures.ts';

printFigures(await importSizes());
