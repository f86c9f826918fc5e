/** What imports of the built package weigh, in bytes: the same in each run. */
import { importSizes } from '../import-size.ts';
import { tell } from './tell.ts';

tell(await importSizes());
