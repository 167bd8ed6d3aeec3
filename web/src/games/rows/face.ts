import type { RowView } from '../../wire.gen';
import type { Face } from '../face';
import { ahead, prompt } from './rows';
import RowsTable from './RowsTable.svelte';

export const face: Face<RowView> = { component: RowsTable, prompt, counts: (view) => view.sizes, ahead };
