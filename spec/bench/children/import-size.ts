/** Measures the sizes of imports of the built package, in bytes. The sizes are the same in each run. */
import { importSizes } from '../import-size.ts';
import { tell } from './tell.ts';

tell(await importSizes());
