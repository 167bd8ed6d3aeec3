/** The server on this device: its download, its start and the connection to it. */
import { Connection } from '../state/connection.svelte';
import { gameOf, type Level } from '../state/games.svelte';
import { STATIC_SITE } from '../state/router';
import type { Setup } from '../wire.gen';
import { engine } from './engine.svelte';
import { canDownload, canRun, download, isDownloaded, removeDownload } from './pack';

/** State of the download; `full` and `failed` say why the last one ended. */
export type Download = 'unavailable' | 'none' | 'running' | 'complete' | 'full' | 'failed';

class LocalServer {
  download = $state<Download>('unavailable');
  /** The share downloaded, from 0 to 1. */
  downloaded = $state(0);
  readonly connection = new Connection(
    () => engine.connect(),
    () => !engine.gaveUp,
  );
  private started: Promise<boolean> | undefined;

  /** Find out whether the files are downloaded. */
  async check(): Promise<void> {
    if (canDownload() && (await isDownloaded())) this.download = 'complete';
  }

  /** Allow the download; called when the service worker is ready, without which no page opens offline. */
  offer(): void {
    if (canDownload() && this.download === 'unavailable') this.download = 'none';
  }

  async fetch(): Promise<void> {
    this.download = 'running';
    this.downloaded = 0;
    // Else the browser may delete the files when it needs room. Not awaited: some browsers ask the person.
    void navigator.storage?.persist?.().catch(() => false);
    try {
      await download((share) => (this.downloaded = share));
      this.download = 'complete';
    } catch (error) {
      const full = error instanceof DOMException && error.name === 'QuotaExceededError';
      if (full) await removeDownload();
      this.download = full ? 'full' : 'failed';
    }
  }

  async remove(): Promise<void> {
    await removeDownload();
    this.download = 'none';
  }

  /** Whether this browser could run it. */
  get supported(): boolean {
    return canRun() && !engine.unsupported && (STATIC_SITE || this.download === 'complete');
  }
  /** Whether matches can be played on it now. */
  get available(): boolean {
    return this.supported && !this.failed;
  }
  /** Whether it has failed to start too often; `start` tries again. */
  get failed(): boolean {
    return engine.gaveUp;
  }
  get starting(): boolean {
    return engine.state === 'loading' || (engine.state === 'failed' && !engine.gaveUp);
  }
  /** The share loaded, from 0 to 1. */
  get progress(): number {
    return engine.progress;
  }
  /** Whether matches outlive the page. */
  get saves(): boolean {
    return engine.saves;
  }

  /** Whether it has a game; those of other packages are on the server only. */
  plays(game: string): boolean {
    return this.available && !gameOf(game)?.texts;
  }

  /** Whether bots of a level are as strong here as on the server. */
  hasLevel(level: Level, { game, seats }: Setup): boolean {
    return level !== 'expert' || (gameOf(game)?.how?.expert_offline?.includes(seats) ?? true);
  }

  /** Start it, unless it is running; whether that succeeded. */
  start(): Promise<boolean> {
    if (engine.gaveUp) this.started = undefined;
    if (!this.started) {
      engine.failures = 0;
      this.started = this.connection.connect();
    }
    return this.started;
  }
}

export type { LocalServer };
export const localServer = new LocalServer();
