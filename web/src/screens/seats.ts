/**
 * What the seats of a table are called to whoever sets it up, who sits on the first one of a new table, before
 * the others at this device.
 */
import type { Table } from '../state/table.svelte';
import { ui } from '../words/language.svelte';

export function seatNames(seats: number, table?: Table, others: readonly string[] = []): string[] {
  const you = table ? table.you : 0;
  return Array.from({ length: seats }, (_, seat) => {
    const name = table ? table.info?.chairs[seat]?.name : others[seat - 1];
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
