import { texts } from '../../words/language.svelte';

const en = {
  first: 'Turn up the first two cards',
  next: 'Turn up the next two cards',
  tie: 'A tie: turn up one more card each',
  reveal: 'Turn up',
  higher: 'The higher card takes both',
  takesYou: 'You take {count} cards',
  takes: '{name} takes {count} cards',
  atStake: 'A tie! {count} cards at stake',
  stack: 'stack',
  won: 'won',
  stackOf: 'Stack of {name}: {count} cards',
  wonBy: '{name} has won {count} cards',
  open: '{name}: {card}',
  share: '{name} {count}',
  comparison: 'Comparison {count} – whoever has all cards wins',
};
const de: typeof en = {
  first: 'Deckt die ersten beiden Karten auf',
  next: 'Deckt die nächsten beiden Karten auf',
  tie: 'Gleichstand: Deckt noch eine Karte auf',
  reveal: 'Aufdecken',
  higher: 'Die höhere Karte bekommt beide',
  takesYou: 'Du bekommst {count} Karten',
  takes: '{name} bekommt {count} Karten',
  atStake: 'Gleichstand! Es geht um {count} Karten',
  stack: 'Stapel',
  won: 'gewonnen',
  stackOf: 'Stapel von {name}: {count} Karten',
  wonBy: '{name} hat {count} Karten gewonnen',
  open: '{name}: {card}',
  share: '{name} {count}',
  comparison: 'Vergleich {count} – wer alle Karten hat, gewinnt',
};

export const t = texts({ en, de });
