import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from './format';
import { loadNarration, speak } from './language.svelte';
import { Speaker } from './speaker';

const speaker = (edition = 'classic') =>
  new Speaker(() => ({ names: ['Ada', '', '<b>Ben</b>'], options: { edition }, you: 0 }));

describe('in English', () => {
  beforeAll(() => Promise.all([speak('en'), loadNarration()]));

  it('names cards, with the colours of the edition', () => {
    expect(speaker().card('R8')).toBe('red 8');
    expect(speaker().card('B12')).toBe('blue 12');
    expect(speaker('star-wars').card('B12')).toBe('purple-blue 12');
    expect(speaker().card('J')).toMatch(/joker/i);
  });

  it('names seats, and those without a name by number', () => {
    expect(speaker().who(0)).toBe('Ada');
    expect(speaker().who(1)).toBe('seat 1');
    expect(speaker().who(2)).toBe('<b>Ben</b>');
  });

  it('names an unknown code', () => {
    expect(speaker().refusal('brand_new', {})).toContain('brand_new');
  });

  it('puts the reason of a refusal into words', () => {
    const why = { code: 'must_open', params: { cards: ['G11'] } };
    const said = speaker().refusal('record_move', { number: 7, seat: 0, move: 'end', why });
    expect(said).toMatch(/^Move 7 of the record, end by seat 0, .* green 11\.$/);
  });

  it('names moves that are cards as cards', () => {
    expect(speaker().refusal('must_lay', { moves: ['R7', 'J', 'end'] })).toContain(': red 7, joker, end.');
  });

  it('narrates events, with other words for the reader', () => {
    const laid = (seat: number) => plain(speaker().narrate({ event: 'laid', seat, card: 'R8' }));
    expect(laid(2)).toContain('<b>Ben</b>');
    expect(laid(0)).not.toContain('Ada');
    expect(laid(0)).toContain('red 8');
    expect(speaker().narrate({ event: 'brandnew', seat: 0 })).toEqual([]);
  });
});

it('changes its language when the page does', async () => {
  const same = speaker();
  await speak('de');
  expect(same.card('R8')).toMatch(/^rot/i);
  await speak('en');
  expect(same.card('R8')).toBe('red 8');
});
