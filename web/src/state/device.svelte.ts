/** This device as a place to play: the parts it keeps, and the line to the program that plays here. */
import { engine } from '../offline/engine.svelte';
import { ALONE } from './address';
import type { Setup } from '../wire.gen';
import type { Level } from './client.svelte';
import { Connection } from './connection.svelte';
import { gameOf } from './games.svelte';
import { canKeep, dropAll, isKept, keepAll } from './pack';

/** Whether the parts are kept: they can be, are being fetched, are there, did not fit in, or did not come. */
export type Keeping = 'never' | 'no' | 'fetching' | 'yes' | 'full' | 'failed';

class Device {
  keeping = $state<Keeping>('never');
  /** How much is fetched, from 0 to 1. */
  fetched = $state(0);
  readonly line = new Connection(() => engine.open());
  /** Whether getting ready did not work last time. */
  failed = $state(false);
  private awake: Promise<boolean> | undefined;

  /** Looks whether the parts are there. */
  async look(): Promise<void> {
    if (canKeep() && (await isKept())) this.keeping = 'yes';
  }

  /** The service worker is there, without which no page opens where there is no network. */
  offer(): void {
    if (canKeep() && this.keeping === 'never') this.keeping = 'no';
  }

  /** Fetches the parts, to be kept. */
  async keep(): Promise<void> {
    this.keeping = 'fetching';
    this.fetched = 0;
    // Browsers that ask nobody may else throw them away when room is needed.
    void navigator.storage?.persist?.().catch(() => false);
    try {
      await keepAll((done) => (this.fetched = done));
      this.keeping = 'yes';
    } catch (error) {
      const full = error instanceof DOMException && error.name === 'QuotaExceededError';
      if (full) await dropAll();
      this.keeping = full ? 'full' : 'failed';
    }
  }

  async drop(): Promise<void> {
    await dropAll();
    this.keeping = 'no';
  }

  /** Whether a game is played here; those of other packages are the server's alone. */
  plays(game: string): boolean {
    return this.able && !gameOf(game)?.texts;
  }

  /** Whether bots of a level are as good here as they should be. */
  has(level: Level, { game, seats }: Setup): boolean {
    return level !== 'expert' || (gameOf(game)?.how?.expert_offline?.includes(seats) ?? true);
  }

  /** Whether one can play here. */
  get able(): boolean {
    return (ALONE || this.keeping === 'yes') && !this.failed;
  }

  /** Gets ready to play; whether that worked. */
  wake(): Promise<boolean> {
    if (this.failed) this.awake = undefined;
    return (this.awake ??= this.woken());
  }

  get ready(): boolean {
    return this.line.status === 'open';
  }
  /** Whether it is getting ready, … */
  get waking(): boolean {
    return engine.state === 'loading';
  }
  /** … and how far it is, from 0 to 1. */
  get progress(): number {
    return engine.progress;
  }
  /** Whether matches outlive the page. */
  get saves(): boolean {
    return engine.saves;
  }

  private woken(): Promise<boolean> {
    this.failed = false;
    this.line.open();
    return new Promise((resolve) => {
      const end = $effect.root(() => {
        $effect(() => {
          if (this.line.status !== 'open' && engine.state !== 'failed') return;
          this.failed = engine.state === 'failed';
          resolve(!this.failed);
          queueMicrotask(() => end());
        });
      });
    });
  }
}

export type { Device };
export const device = new Device();
