/** What the person has chosen for this page: theme, sound, name, pace. */
import type { Setup } from '../wire.gen';
import { recall, remember } from './memory';

export type Theme = 'auto' | 'light' | 'dark';
export type Speed = NonNullable<Setup['speed']>;
export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast', 'instant'];

class Settings {
  theme = $state<Theme>(known(recall('theme')));
  sound = $state(recall('sound') === 'on');
  /** Whether it was ever said whether sounds are wanted. */
  soundAsked = $state(recall('sound') !== null);
  speed = $state<Speed>(SPEEDS.find((speed) => speed === recall('speed')) ?? 'normal');
  /** Whether a turn ends by itself where there is nothing to decide. */
  autoEnd = $state(recall('autoEnd') !== 'off');
  name = $state(recall('name') ?? '');

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

  /** Lets the page look as chosen. */
  show(): void {
    if (this.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

const known = (text: string | null): Theme => (text === 'light' || text === 'dark' ? text : 'auto');

export const settings = new Settings();
