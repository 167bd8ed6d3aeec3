/** What the person has chosen for this page: theme, sound, name, pace, keys. */
import type { Setup } from '../wire.gen';
import { recall, remember } from './memory';

export type Theme = 'auto' | 'light' | 'dark';
export type Speed = NonNullable<Setup['speed']>;
export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast', 'instant'];
/** Whether what happens is announced by itself, or one thing after the other when asked for. */
export type Telling = 'all' | 'asked';

class Settings {
  theme = $state<Theme>(known(recall('theme')));
  sound = $state(recall('sound') === 'on');
  /** Whether it was ever said whether sounds are wanted. */
  soundAsked = $state(recall('sound') !== null);
  speed = $state<Speed>(SPEEDS.find((speed) => speed === recall('speed')) ?? 'normal');
  /** Whether a turn ends by itself where there is nothing to decide. */
  autoEnd = $state(recall('autoEnd') !== 'off');
  name = $state(recall('name') ?? '');
  /** Whether single letters are keys (WCAG 2.1.4: who speaks to the computer may need them off). */
  keys = $state(recall('keys') !== 'off');
  telling = $state<Telling>(recall('telling') === 'asked' ? 'asked' : 'all');
  /** Whether the box for typed moves is always there. */
  typing = $state(recall('typing') === 'on');

  setTheme(theme: Theme): void {
    this.theme = theme;
    remember('theme', theme);
    this.show();
  }

  setSound(on: boolean): void {
    this.sound = on;
    this.soundAsked = true;
    remember('sound', on ? 'on' : 'off');
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    remember('speed', speed);
  }

  setAutoEnd(on: boolean): void {
    this.autoEnd = on;
    remember('autoEnd', on ? 'on' : 'off');
  }

  setName(name: string): void {
    this.name = name;
    remember('name', name);
  }

  setKeys(on: boolean): void {
    this.keys = on;
    remember('keys', on ? 'on' : 'off');
  }

  setTelling(telling: Telling): void {
    this.telling = telling;
    remember('telling', telling);
  }

  setTyping(on: boolean): void {
    this.typing = on;
    remember('typing', on ? 'on' : 'off');
  }

  /** Lets the page look as chosen. */
  show(): void {
    if (this.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

const known = (text: string | null): Theme => (text === 'light' || text === 'dark' ? text : 'auto');

export const settings = new Settings();
