/** The files for play without a server, as `tools/pack.py` lists them. */
declare module 'virtual:pack' {
  export interface PackFile {
    readonly name: string;
    readonly bytes: number;
    /** Size when compressed. */
    readonly packed: number;
    readonly sha256: string;
  }
  export interface Pack {
    /** Empty in a page built without a pack. */
    readonly version: string;
    /** The version of elfer. */
    readonly release: string;
    /** The folder of the files, relative to the page's root. */
    readonly base: string;
    readonly files: readonly PackFile[];
  }
  export const pack: Pack;
}

/** The files of the page; for the service worker only. */
declare module 'virtual:page' {
  /** Changes with any of the files. */
  export const version: string;
  export const files: readonly string[];
}
