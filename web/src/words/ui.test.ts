import { expect, it } from 'vitest';
import deSentences from './de.gen';
import enSentences from './en.gen';
import de from './ui.de';
import en from './ui.en';

const params = (text: string) => [...new Set(text.match(/\{\w+/g) ?? [])].sort();

it('fills the same gaps in both languages', () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(de[key], key).not.toBe('');
    expect(params(de[key]), key).toEqual(params(en[key]));
  }
});

it('has every sentence of the program in both languages', () => {
  expect(Object.keys(deSentences).sort()).toEqual(Object.keys(enSentences).sort());
});
