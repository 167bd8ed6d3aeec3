import { texts } from '../../words/language.svelte';
import de from './texts.de.json';
import en from './texts.en.json';

export const t = texts({ en, de });
