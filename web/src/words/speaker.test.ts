import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from './format';
import { speak } from './language.svelte';
import { Speaker } from './speaker';

const speaker = (edition = 'classic') => new Speaker(() => ({ names: ['Ada', '', '<b>Ben</b>'], edition, you: 0 }));

describe('in English', () => {
  beforeAll(() => speak('en'));

  it('names cards, with the colours of the edition', () => {
    expect(speaker().card('R8')).toBe('red 8');
    expect(speaker().card('B12')).toBe('blue 12');
    expect(speaker('star-wars').card('B12')).toBe('purple-blue 12');
    expect(speaker().card('J')).toMatch(/joker/i);
  });

  it('names seats, and those without a name by number', () => {
    expect(speaker().who(0)).toBe('Ada');
    expect(speaker().who(1)).toContain('2');
    expect(speaker().who(2)).toBe('<b>Ben</b>');
  });

  it('says a code that it does not know', () => {
    expect(speaker().refusal('brand_new', {})).toContain('brand_new');
  });

  it('speaks to who reads, whatever the part that one has in it', () => {
    const tell = (event: Record<string, unknown>) => plain(speaker().narrate({ card: 'R8', ...event }));
    expect(tell({ event: 'drewfrom', seat: 0, source: 2, pair: null })).toBe('You draw red 8 from <b>Ben</b>.');
    expect(tell({ event: 'drewfrom', seat: 2, source: 0, pair: null })).toBe('<b>Ben</b> draws red 8 from you.');
    expect(tell({ event: 'stoppcalled', seat: 2, culprit: 0 })).toContain('Overlooked by you.');
    expect(speaker().refusal('not_your_turn', { seat: 0, turn: 2 })).toBe('It is not your turn: <b>Ben</b> is to move.');
    expect(speaker().say('table.won_shared', { winners: [2, 0] })).toBe('You share the victory with <b>Ben</b>!');
  });

  it('takes nothing in a name for a gap or a pattern', () => {
    const odd = new Speaker(() => ({ names: ['$& {last}', 'Ada', 'Ben'], edition: '', you: 2 }));
    expect(odd.say('table.won_shared', { winners: [0, 1] })).toBe('$& {last} and Ada share the victory.');
  });

  it('tells events, of oneself in other words than of others', () => {
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
