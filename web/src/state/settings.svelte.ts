/** What the person has chosen for this page: theme, sound, name. */
import { recall, remember } from './memory';

export type Theme = 'auto' | 'light' | 'dark';

class Settings {
  theme = $state<Theme>(known(recall('theme')));
  sound = $state(recall('sound') === 'on');
  name = $state(recall('name') ?? '');

  setTheme(theme: Theme): void {
    this.theme = theme;
    remember('theme', theme);
    this.show();
  }

  setSound(on: boolean): void {
    this.sound = on;
    remember('sound', on ? 'on' : 'off');
  }

  setName(name: string): void {
    this.name = name;
    remember('name', name);
  }

  /** Lets the page look as chosen. */
  show(): void {
    if (this.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

const known = (text: string | null): Theme => (text === 'light' || text === 'dark' ? text : 'auto');

export const settings = new Settings();
