import { backingOff } from './backing-off.ts';
import { between } from './between.ts';
import type { Row, State } from './cell.ts';
import { listPage } from './list-page.ts';
import { streamedList } from './streamed-list.ts';
import { watching } from './watching.ts';

/** The expected behaviour for each fault in each state of a reflector. */
export const cells: Readonly<Record<State, Row>> = {
  'page n of the list': listPage,
  'streaming initial list': streamedList,
  'between list and watch': between,
  watching,
  'backing off': backingOff,
};
