/** What happens at a table beside the game: who comes, who goes, who is called otherwise. */
import type { TableInfo } from '../wire.gen';

export interface Happening {
  readonly kind: 'came' | 'left' | 'leftToBot' | 'renamed';
  readonly seat: number;
  /** What the person is called, or was until now, … */
  readonly name: string;
  /** … and what the seat is called from now on. */
  readonly now: string;
}

/** What has happened between two looks at a table; who looks for the first time hears who had left. */
export function happened(before: TableInfo | undefined, after: TableInfo): Happening[] {
  const going = after.phase === 'playing';
  if (going && before?.match !== after.match)
    return after.chairs.flatMap((chair, seat) => (chair.was ? leftToBot(seat, chair.was, chair.name) : []));
  if (!before || before.match !== after.match) return [];
  return going ? inMatch(before, after) : gathering(before, after);
}

const leftToBot = (seat: number, name: string, now: string): Happening => ({
  kind: 'leftToBot',
  seat,
  name,
  now,
});

/** In a match nobody changes places. */
function inMatch(before: TableInfo, after: TableInfo): Happening[] {
  return after.chairs.flatMap((chair, seat): Happening | [] => {
    const name = before.chairs[seat]?.name;
    if (!name || name === chair.name) return [];
    if (chair.bot) return chair.was ? leftToBot(seat, chair.was, chair.name) : [];
    return seat === after.you ? [] : { kind: 'renamed', seat, name, now: chair.name };
  });
}

/** Between matches people may change places, so names are looked for at the whole table. */
function gathering(before: TableInfo, after: TableInfo): Happening[] {
  const gone = others(before).filter(({ name }) => !sits(name, after));
  const come = others(after).filter(({ name }) => !sits(name, before));
  const renamed = come.flatMap(({ seat, name: now }): Happening | [] => {
    const name = gone.find((one) => one.seat === seat)?.name;
    return name === undefined ? [] : { kind: 'renamed', seat, name, now };
  });
  const stay = ({ seat }: { seat: number }) => !renamed.some((one) => one.seat === seat);
  return [
    ...renamed,
    ...gone.filter(stay).map(({ seat, name }): Happening => ({ kind: 'left', seat, name, now: '' })),
    ...come.filter(stay).map(({ seat, name }): Happening => ({ kind: 'came', seat, name, now: name })),
  ];
}

/** The other people at a table. */
const others = ({ chairs, you }: TableInfo) =>
  chairs
    .map(({ name, bot }, seat) => ({ name, bot, seat }))
    .filter(({ name, bot, seat }) => name && !bot && seat !== you);
const sits = (name: string, { chairs }: TableInfo): boolean =>
  chairs.some((chair) => chair.name === name && !chair.bot);
