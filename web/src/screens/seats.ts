/** What the seats of a table are called to whoever sets it up, who sits on the first one of a new table. */
import type { Table } from '../state/table.svelte';
import { ui } from '../words/language.svelte';

export function seatNames(seats: number, table?: Table): string[] {
  const you = table ? table.you : 0;
  return Array.from({ length: seats }, (_, seat) => {
    const name = table?.info?.chairs[seat]?.name;
    if (seat === you) return ui('seatMe');
    if (name) return name;
    if (you === null) return ui('seatNumber', { number: seat + 1 });
    const left = (seat - you + seats) % seats;
    if (seats === 2) return ui('seatOther');
    if (left === 1) return ui('seatLeft');
    if (left === seats - 1) return ui('seatRight');
    return ui('seatAfter', { number: left });
  });
}
