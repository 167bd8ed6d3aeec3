/** What it takes to play without a server, as `tools/pack.py` has put it together. */
declare module 'virtual:pack' {
  export interface Packed {
    readonly name: string;
    readonly bytes: number;
    /** Its bytes on the way, compressed. */
    readonly packed: number;
    readonly sha256: string;
  }
  export interface Pack {
    /** Empty where the page was built without it. */
    readonly version: string;
    /** The version of elfer. */
    readonly release: string;
    /** Where its files are, as seen from the page's root. */
    readonly base: string;
    readonly files: readonly Packed[];
  }
  export const pack: Pack;
}
