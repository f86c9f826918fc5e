/** Measures how many bytes an import of the built package adds to a bundle. The numbers are the same in each run. */
import { importSizes } from '../import-size.ts';
import { printFigures } from './print-figures.ts';

printFigures(await importSizes());
