import type { Face } from '../face';
import { predict, prompt } from './rows';
import RowsTable from './RowsTable.svelte';

export const face: Face<'rows'> = { component: RowsTable, prompt, counts: (view) => view.sizes, predict };
