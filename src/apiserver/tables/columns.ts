import { generatedColumns } from '../generated/columns.ts';
import { own } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { builtInPrinters } from './built-in-printers.ts';
import type { Column, Printer } from './cell.ts';
import { customColumn, customPrinter } from './custom-columns.ts';
import { nameAndAge, nameAndTime } from './printers/configuration.ts';

/** The table columns of a resource, and the printer that returns the cells of a row. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly printer: Printer;
}

const layouts = new WeakMap<Resource, Layout>();

/**
 * Returns the table columns and the printer of a resource. The first call for a resource creates the columns and the
 * printer.
 */
export function layoutOf(resource: Resource): Layout {
  const known = layouts.get(resource);
  if (known !== undefined) return known;
  const layout = resource.builtIn ? builtInLayout(resource) : customLayout(resource);
  layouts.set(resource, layout);
  return layout;
}

function builtInLayout({ id }: Resource): Layout {
  return {
    columns: JSON.parse(own(generatedColumns, id) ?? own(generatedColumns, plain) ?? '[]') as Column[],
    printer: own(builtInPrinters, id) ?? nameAndTime,
  };
}

/**
 * Returns the table columns and the printer of a custom resource. If the CRD contains no columns, the table has only
 * the columns for the name and the age.
 */
function customLayout({ printerColumns }: Resource): Layout {
  const [name] = builtInColumns(plain);
  const head = name === undefined ? [] : [name];
  if (printerColumns === undefined || printerColumns.length === 0) {
    const created = builtInColumns('serviceaccounts').slice(1);
    return { columns: [...head, ...created], printer: nameAndAge };
  }
  return { columns: [...head, ...printerColumns.map(customColumn)], printer: customPrinter(printerColumns) };
}

/** If a built-in kind has no columns of its own, the server uses the columns of this resource. */
const plain = 'limitranges';

const builtInColumns = (id: string): readonly Column[] =>
  JSON.parse(own(generatedColumns, id) ?? '[]') as Column[];
