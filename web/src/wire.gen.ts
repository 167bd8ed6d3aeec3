// Made by tools/typescript.py from the server's own types; `make types` makes it anew.

export const PROTOCOL = 1;

export type Command = Ping | Lobby | Create | Enter | Sit | Leave | Change | Place | Swap | Start | Ready | Play | Substitute | Remove | NewCode | Redeem | Hint | Emotes | Record | Replay;
export type News = Welcome | Done | Refused | Table | Update | Tables | DeviceCode | Hints | Emoted | RecordText | Steps | Out;

export interface Views {
  readonly "classic": RowView;
  readonly "false-start": RowView;
  readonly "three-starts": RowView;
  readonly "any-start": RowView;
  readonly "junior": RowView;
  readonly "master": MasterView;
  readonly "board": BoardView;
  readonly "connect": ConnectView;
  readonly "cheat": CheatView;
  readonly "guess": GuessView;
  readonly "duel": DuelView;
  readonly "collect": CollectView;
  readonly "snap": SnapView;
  readonly "old-maid": OldMaidView;
  readonly "highest": HighestView;
}

export interface Events {
  readonly "classic": Drew | Ended | Kept | Laid | Passed | RoundOver | Dealt;
  readonly "false-start": Drew | Ended | Kept | Laid | Passed | RoundOver | Dealt;
  readonly "three-starts": Drew | Ended | Kept | Laid | Passed | RoundOver | Dealt;
  readonly "any-start": Drew | Ended | Kept | Laid | Passed | RoundOver | Dealt;
  readonly "junior": Drew | Ended | Kept | Laid | Passed | RoundOver | Dealt;
  readonly "master": BonusTaken | Bridged | Drew | Ended | JokerLaid | JokerSwapped | Laid | Passed | RoundOver | Dealt;
  readonly "board": Ended | FreeSkipped | Passed | TileGiven | TileLaid | TilesDrawn | RoundOver | Dealt;
  readonly "connect": CardTurned | Connected | KeptOpen | RanOut | StoppCalled | RoundOver | Dealt;
  readonly "cheat": Accepted | Claimed | Exposed | LastClaimed | PileLeft | PileTaken | Proven | RoundOver | Dealt;
  readonly "guess": Guessed | SumShown | RoundOver | Dealt;
  readonly "duel": Compared | StackRenewed | RoundOver | Dealt;
  readonly "collect": CardTaken | Ended | PutDown | SaidSchluss | RoundOver | Dealt;
  readonly "snap": AllFlipped | CalledFalsely | CalledLate | CalledOut | CalledTogether | Flipped | LookedThrough | TookMiddle | TookPiles | RoundOver | Dealt;
  readonly "old-maid": DrewFrom | RoundOver | Dealt;
  readonly "highest": Chose | TrickShown | RoundOver | Dealt;
}

export interface Ping {
  readonly do: "ping";
  readonly id: string;
}

export interface Lobby {
  readonly do: "lobby";
  readonly id: string;
}

export interface Create {
  readonly do: "create";
  readonly setup: Setup;
  readonly name: string;
  readonly key: string;
  readonly bots?: readonly ("easy" | "expert" | "hard" | "medium")[];
  readonly start?: boolean;
  readonly id: string;
}

export interface Setup {
  readonly game: string;
  readonly options?: { readonly [key: string]: boolean | number | string | readonly (string)[] | null };
  readonly seats: number;
  readonly rounds?: number;
  readonly pace?: "none" | "quick" | "relaxed";
  readonly watch?: boolean;
  readonly hints?: boolean;
  readonly listed?: boolean;
}

export interface Enter {
  readonly do: "enter";
  readonly table: string;
  readonly key: string;
  readonly at?: number | null;
  readonly id: string;
}

export interface Sit {
  readonly do: "sit";
  readonly seat: number;
  readonly name: string;
  readonly id: string;
}

export interface Leave {
  readonly do: "leave";
  readonly id: string;
}

export interface Change {
  readonly do: "change";
  readonly setup: Setup;
  readonly id: string;
}

export interface Place {
  readonly do: "place";
  readonly seat: number;
  readonly bot: "easy" | "expert" | "hard" | "medium" | null;
  readonly id: string;
}

export interface Swap {
  readonly do: "swap";
  readonly seat: number;
  readonly other: number;
  readonly id: string;
}

export interface Start {
  readonly do: "start";
  readonly id: string;
}

export interface Ready {
  readonly do: "ready";
  readonly id: string;
}

export interface Play {
  readonly do: "play";
  readonly move: string;
  readonly at: number;
  readonly id: string;
}

export interface Substitute {
  readonly do: "substitute";
  readonly seat: number;
  readonly id: string;
}

export interface Remove {
  readonly do: "remove";
  readonly seat: number;
  readonly id: string;
}

export interface NewCode {
  readonly do: "code";
  readonly id: string;
}

export interface Redeem {
  readonly do: "redeem";
  readonly code: string;
  readonly key: string;
  readonly id: string;
}

export interface Hint {
  readonly do: "hint";
  readonly id: string;
}

export interface Emotes {
  readonly do: "emote";
  readonly emote: "bravo" | "hello" | "hurry" | "laugh" | "oops" | "thanks" | "thinking" | "wow";
  readonly id: string;
}

export interface Record {
  readonly do: "record";
  readonly match?: number | null;
  readonly id: string;
}

export interface Replay {
  readonly do: "replay";
  readonly match?: number | null;
  readonly seat?: number | null;
  readonly first?: number;
  readonly id: string;
}

export interface Welcome {
  readonly is: "welcome";
  readonly version: number;
  readonly server: string;
  readonly link: string;
}

export interface Done {
  readonly is: "done";
  readonly id: string;
  readonly at?: number;
  readonly table?: string;
}

export interface Refused {
  readonly is: "refused";
  readonly id: string | null;
  readonly code: string;
  readonly params: { readonly [key: string]: unknown };
}

export interface Table {
  readonly is: "table";
  readonly id: string;
  readonly setup: Setup;
  readonly chairs: readonly (Chair)[];
  readonly host: number | null;
  readonly you: number | null;
  readonly phase: "gathering" | "over" | "playing";
  readonly match: number;
  readonly watching: number;
}

export interface Chair {
  readonly name: string;
  readonly bot: "easy" | "expert" | "hard" | "medium" | null;
  readonly here: boolean;
  readonly stand_in: boolean;
  readonly ready: boolean;
}

export interface Update {
  readonly is: "update";
  readonly at: number;
  readonly round: number;
  readonly totals: readonly (number)[];
  readonly awaited: readonly (number)[];
  readonly wait: number | null;
  readonly view: unknown;
  readonly events: readonly (unknown)[];
  readonly result: Result | null;
}

export interface Result {
  readonly points: readonly (number)[];
  readonly winners: readonly (number)[];
  readonly ranks: readonly (number)[];
  readonly reason: string;
}

export interface Tables {
  readonly is: "tables";
  readonly tables: readonly (OpenTable)[];
}

export interface OpenTable {
  readonly id: string;
  readonly game: string;
  readonly host: string;
  readonly seats: number;
  readonly free: number;
  readonly phase: "gathering" | "over" | "playing";
  readonly watch: boolean;
}

export interface DeviceCode {
  readonly is: "code";
  readonly id: string;
  readonly code: string;
  readonly seconds: number;
}

export interface Hints {
  readonly is: "hint";
  readonly id: string;
  readonly moves: readonly (Estimate)[];
}

export interface Estimate {
  readonly move: string;
  readonly win: number;
  readonly points: number;
}

export interface Emoted {
  readonly is: "emote";
  readonly seat: number;
  readonly emote: "bravo" | "hello" | "hurry" | "laugh" | "oops" | "thanks" | "thinking" | "wow";
}

export interface RecordText {
  readonly is: "record";
  readonly id: string;
  readonly text: string;
}

export interface Steps {
  readonly is: "replay";
  readonly id: string;
  readonly game: string;
  readonly names: readonly (string)[];
  readonly steps: number;
  readonly frames: readonly (Frame)[];
}

export interface Frame {
  readonly at: number;
  readonly round: number;
  readonly seat: number | null;
  readonly move: string | null;
  readonly events: readonly (unknown)[];
  readonly view: unknown;
}

export interface Out {
  readonly is: "out";
  readonly code: "private" | "reload" | "removed";
}

export interface RowView {
  readonly seat: number | null;
  readonly turn: number;
  readonly table: readonly (string)[];
  readonly fits: readonly (string)[];
  readonly opener: number | null;
  readonly hands: readonly (readonly (string)[] | null)[];
  readonly sizes: readonly (number)[];
  readonly stock: number;
  readonly laid: number;
  readonly deciding: boolean;
  readonly drawn: string | null;
  readonly moves: readonly (string)[];
  readonly soon: readonly (string)[];
  readonly over: boolean;
}

export interface Drew {
  readonly event: "drew";
  readonly seat: number;
  readonly cards: readonly (string | null)[];
  readonly laid?: string | null;
}

export interface Ended {
  readonly event: "ended";
  readonly seat: number;
}

export interface Kept {
  readonly event: "kept";
  readonly seat: number;
}

export interface Laid {
  readonly event: "laid";
  readonly seat: number;
  readonly card: string;
}

export interface Passed {
  readonly event: "passed";
  readonly seat: number;
}

export interface RoundOver {
  readonly event: "roundover";
  readonly points: readonly (number)[];
  readonly winners: readonly (number)[];
  readonly reason: string;
}

export interface Dealt {
  readonly event: "dealt";
  readonly round: number;
}

export interface MasterView {
  readonly seat: number | null;
  readonly turn: number;
  readonly row_order: readonly (string)[];
  readonly table: readonly (string)[];
  readonly jokers: readonly (string)[];
  readonly fits: readonly (string)[];
  readonly hands: readonly (readonly (string)[] | null)[];
  readonly sizes: readonly (number)[];
  readonly known_jokers: readonly (number)[];
  readonly stock: number;
  readonly connections: readonly (number)[];
  readonly bonus: readonly (number)[];
  readonly laid: number;
  readonly swapped: boolean;
  readonly moves: readonly (string)[];
  readonly soon: readonly (string)[];
  readonly over: boolean;
}

export interface BonusTaken {
  readonly event: "bonustaken";
  readonly seat: number;
  readonly bonus: number;
}

export interface Bridged {
  readonly event: "bridged";
  readonly seat: number;
  readonly card: string;
  readonly source: string;
}

export interface JokerLaid {
  readonly event: "jokerlaid";
  readonly seat: number;
  readonly field: string;
  readonly source?: string | null;
}

export interface JokerSwapped {
  readonly event: "jokerswapped";
  readonly seat: number;
  readonly card: string;
}

export interface BoardView {
  readonly seat: number | null;
  readonly turn: number;
  readonly rows: string;
  readonly bridges: readonly (readonly [string, string])[];
  readonly bonuses: readonly (readonly [string, string])[];
  readonly table: readonly (string)[];
  readonly symbols: readonly (string)[] | null;
  readonly fits: readonly (string)[];
  readonly ends: readonly (string)[];
  readonly hands: readonly (readonly (string)[] | null)[];
  readonly sizes: readonly (number)[];
  readonly bag: number;
  readonly laid: number;
  readonly run: readonly (string)[];
  readonly drawn: string | null;
  readonly free: boolean;
  readonly may_give: boolean;
  readonly given: readonly (string)[];
  readonly moves: readonly (string)[];
  readonly soon: readonly (string)[];
  readonly over: boolean;
}

export interface FreeSkipped {
  readonly event: "freeskipped";
  readonly seat: number;
  readonly bonus?: readonly (string)[] | null;
  readonly places?: readonly (string | null)[];
}

export interface TileGiven {
  readonly event: "tilegiven";
  readonly seat: number;
  readonly to: number;
  readonly tile: string | null;
}

export interface TileLaid {
  readonly event: "tilelaid";
  readonly seat: number;
  readonly tile: string;
  readonly field?: string | null;
  readonly end?: string | null;
  readonly bonus?: readonly (string)[] | null;
  readonly places?: readonly (string | null)[];
}

export interface TilesDrawn {
  readonly event: "tilesdrawn";
  readonly seat: number;
  readonly cards: readonly (string | null)[];
  readonly shown?: string | null;
  readonly laid?: string | null;
  readonly place?: string | null;
  readonly bonus?: readonly (string)[] | null;
  readonly places?: readonly (string | null)[];
}

export interface ConnectView {
  readonly seat: number | null;
  readonly turn: number;
  readonly card: string | null;
  readonly middle: string | null;
  readonly middle_size: number;
  readonly tops: readonly (string | null)[];
  readonly piles: readonly (number)[];
  readonly stacks: readonly (number)[];
  readonly ranks: readonly (number)[];
  readonly attention: boolean;
  readonly placer: number;
  readonly callers: readonly (number)[];
  readonly idle: number;
  readonly moves: readonly (string)[];
  readonly over: boolean;
}

export interface CardTurned {
  readonly event: "cardturned";
  readonly seat: number;
  readonly card: string;
  readonly turned_over?: number | null;
}

export interface Connected {
  readonly event: "connected";
  readonly seat: number;
  readonly card: string;
  readonly pile?: number | null;
}

export interface KeptOpen {
  readonly event: "keptopen";
  readonly seat: number;
  readonly card: string;
}

export interface RanOut {
  readonly event: "ranout";
  readonly seat: number;
  readonly rank: number;
}

export interface StoppCalled {
  readonly event: "stoppcalled";
  readonly seat: number;
  readonly culprit?: number | null;
  readonly givers?: readonly (number)[];
}

export interface CheatView {
  readonly seat: number | null;
  readonly turn: number;
  readonly layer: number | null;
  readonly said: number;
  readonly says: number;
  readonly top: number;
  readonly colour: string | null;
  readonly pile: number;
  readonly out: number;
  readonly hands: readonly (readonly (string)[] | null)[];
  readonly sizes: readonly (number)[];
  readonly asked: readonly (number)[];
  readonly lays: number;
  readonly moves: readonly (string)[];
  readonly over: boolean;
}

export interface Accepted {
  readonly event: "accepted";
  readonly seat: number;
}

export interface Claimed {
  readonly event: "claimed";
  readonly seat: number;
  readonly number: number;
  readonly cards: readonly (string)[] | null;
}

export interface Exposed {
  readonly event: "exposed";
  readonly seat: number;
  readonly layer: number;
  readonly number: number;
  readonly cards: readonly (string)[];
}

export interface LastClaimed {
  readonly event: "lastclaimed";
  readonly seat: number;
  readonly number: number;
  readonly cards: readonly (string)[] | null;
}

export interface PileLeft {
  readonly event: "pileleft";
  readonly pile: number;
  readonly sizes: readonly (number)[];
}

export interface PileTaken {
  readonly event: "piletaken";
  readonly seat: number;
  readonly cards: readonly (string | null)[];
  readonly sizes: readonly (number)[];
}

export interface Proven {
  readonly event: "proven";
  readonly seat: number;
  readonly layer: number;
  readonly number: number;
  readonly cards: readonly (string)[];
}

export interface GuessView {
  readonly seat: number | null;
  readonly turn: number;
  readonly cards: readonly (string | null)[];
  readonly stacks: readonly (number)[];
  readonly guesses: readonly (number | null)[];
  readonly last: readonly (string)[];
  readonly total: number | null;
  readonly taker: number | null;
  readonly won: readonly (readonly (string)[])[];
  readonly low: number;
  readonly high: number;
  readonly moves: readonly (string)[];
  readonly over: boolean;
}

export interface Guessed {
  readonly event: "guessed";
  readonly seat: number;
  readonly number: number;
}

export interface SumShown {
  readonly event: "sumshown";
  readonly seat: number;
  readonly cards: readonly (string)[];
  readonly total: number;
}

export interface DuelView {
  readonly seat: number | null;
  readonly open: readonly (readonly (string)[])[];
  readonly taker: number | null;
  readonly stacks: readonly (number)[];
  readonly won: readonly (readonly (string)[])[];
  readonly comparisons: number;
  readonly to_the_end: boolean;
  readonly moves: readonly (string)[];
  readonly over: boolean;
}

export interface Compared {
  readonly event: "compared";
  readonly cards: readonly (string)[];
  readonly seat: number | null;
  readonly taken: number;
}

export interface StackRenewed {
  readonly event: "stackrenewed";
  readonly seat: number;
  readonly size: number;
}

export interface CollectView {
  readonly seat: number | null;
  readonly turn: number;
  readonly hands: readonly (readonly (string)[] | null)[];
  readonly known: readonly (readonly (string)[])[];
  readonly sizes: readonly (number)[];
  readonly piles: readonly (readonly (string)[])[];
  readonly stock: number;
  readonly phase: string;
  readonly taken: string | null;
  readonly turns: number;
  readonly moves: readonly (string)[];
  readonly over: boolean;
}

export interface CardTaken {
  readonly event: "cardtaken";
  readonly seat: number;
  readonly card: string | null;
  readonly pile: number | null;
}

export interface PutDown {
  readonly event: "putdown";
  readonly seat: number;
  readonly card: string;
  readonly pile: number;
}

export interface SaidSchluss {
  readonly event: "saidschluss";
  readonly seat: number;
}

export interface SnapView {
  readonly seat: number | null;
  readonly together: boolean;
  readonly turn: number | null;
  readonly tops: readonly (string | null)[];
  readonly piles: readonly (number)[];
  readonly stacks: readonly (number)[];
  readonly middle: string | null;
  readonly middle_size: number;
  readonly quartets: readonly (readonly (number)[])[];
  readonly calls: readonly (readonly [number, string])[];
  readonly called: readonly (boolean)[];
  readonly turned: number;
  readonly hands: readonly (readonly (string)[] | null)[];
  readonly moves: readonly (string)[];
  readonly over: boolean;
}

export interface AllFlipped {
  readonly event: "allflipped";
  readonly cards: readonly (string | null)[];
  readonly shuffled: readonly (number | null)[];
}

export interface CalledFalsely {
  readonly event: "calledfalsely";
  readonly seat: number;
  readonly word: string;
  readonly cards: readonly (string)[] | null;
}

export interface CalledLate {
  readonly event: "calledlate";
  readonly seats: readonly (number)[];
  readonly word: string;
}

export interface CalledOut {
  readonly event: "calledout";
  readonly seat: number;
  readonly word: string;
}

export interface CalledTogether {
  readonly event: "calledtogether";
  readonly seats: readonly (number)[];
  readonly word: string;
}

export interface Flipped {
  readonly event: "flipped";
  readonly seat: number;
  readonly card: string;
  readonly shuffled?: number | null;
}

export interface LookedThrough {
  readonly event: "lookedthrough";
  readonly quartets: readonly (readonly (number)[])[];
}

export interface TookMiddle {
  readonly event: "tookmiddle";
  readonly seat: number;
  readonly number: number;
  readonly cards: readonly (string)[];
  readonly quartets: readonly (number)[] | null;
}

export interface TookPiles {
  readonly event: "tookpiles";
  readonly seat: number;
  readonly number: number;
  readonly sources: readonly (number)[];
  readonly cards: readonly (string)[];
  readonly quartets: readonly (number)[] | null;
}

export interface OldMaidView {
  readonly seat: number | null;
  readonly turn: number;
  readonly source: number;
  readonly hands: readonly (readonly (string)[] | null)[];
  readonly sizes: readonly (number)[];
  readonly pairs: readonly (readonly (number)[])[];
  readonly places: readonly (number)[];
  readonly draws: number;
  readonly aside: string | null;
  readonly moves: readonly (string)[];
  readonly over: boolean;
}

export interface DrewFrom {
  readonly event: "drewfrom";
  readonly seat: number;
  readonly source: number;
  readonly card: string | null;
  readonly pair: readonly (string)[] | null;
  readonly emptied: readonly (number)[];
  readonly over: boolean;
}

export interface HighestView {
  readonly seat: number | null;
  readonly hands: readonly (readonly (string)[])[];
  readonly chosen: readonly (string | null)[];
  readonly ready: readonly (boolean)[];
  readonly last: readonly (string)[];
  readonly taker: number | null;
  readonly aside: readonly (string)[];
  readonly won: readonly (readonly (string)[])[];
  readonly trick: number;
  readonly moves: readonly (string)[];
  readonly over: boolean;
}

export interface Chose {
  readonly event: "chose";
  readonly seat: number;
  readonly card: string | null;
}

export interface TrickShown {
  readonly event: "trickshown";
  readonly cards: readonly (string)[];
  readonly seat: number | null;
  readonly taken: number;
}
