// Made by tools/typescript.py from the server's own types; do not edit, run `make types`.

export const PROTOCOL = 1;

export type Command =
  | Ping
  | WatchLobby
  | Create
  | Enter
  | Sit
  | Hold
  | Rename
  | Leave
  | ChangeSetup
  | Place
  | Swap
  | StartMatch
  | Ready
  | Play
  | Say
  | Undo
  | Hasten
  | Substitute
  | Remove
  | Clear
  | NewCode
  | Redeem
  | Hint
  | Emotes
  | GetRecord
  | Replay
  | Learn;

export type News =
  | Welcome
  | CommandDone
  | CommandRefused
  | TableInfo
  | Update
  | Tables
  | DeviceCode
  | Heard
  | HintAnswer
  | Emoted
  | RecordText
  | Steps
  | LessonNews
  | Out;

export type Views = {
  readonly board: BoardView;
  readonly cheat: CheatView;
  readonly collect: CollectView;
  readonly connect: ConnectView;
  readonly duel: DuelView;
  readonly guess: GuessView;
  readonly highest: HighestView;
  readonly master: MasterView;
  readonly old_maid: OldMaidView;
  readonly rows: RowsView;
  readonly snap: SnapView;
};

export type Events = {
  readonly board:
    | FreeSkipped
    | Passed
    | TileGiven
    | TileLaid
    | TilesDrawn
    | TurnEnded
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly cheat:
    | Accepted
    | Claimed
    | Exposed
    | LastClaimed
    | PileLeft
    | PileTaken
    | Proven
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly collect:
    | CardTaken
    | PutDown
    | SaidSchluss
    | TurnEnded
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly connect:
    | CardTurned
    | Connected
    | KeptOpen
    | RanOut
    | StoppCalled
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly duel:
    | Compared
    | StackRenewed
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly guess:
    | Guessed
    | SumShown
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly highest:
    | Chose
    | TrickShown
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly master:
    | BonusTaken
    | Bridged
    | Drew
    | JokerLaid
    | JokerSwapped
    | Laid
    | Passed
    | TurnEnded
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly old_maid:
    | DrewFrom
    | PeterKnown
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly rows:
    | CardKept
    | Drew
    | Laid
    | Passed
    | TurnEnded
    | RoundOver
    | RoundDealt
    | TakenBack;
  readonly snap:
    | AllFlipped
    | CalledFalsely
    | CalledLate
    | CalledOut
    | CalledTogether
    | Flipped
    | LookedThrough
    | TookMiddle
    | TookPiles
    | RoundOver
    | RoundDealt
    | TakenBack;
};

/** The folder of games that look alike. */
export type Family = keyof Views;

export type Ping = {
  readonly do: 'ping';
  readonly id: string;
};

export type WatchLobby = {
  readonly do: 'lobby';
  readonly id: string;
};

export type Create = {
  readonly do: 'create';
  readonly setup: Setup;
  readonly name: string;
  readonly key: string;
  readonly people?: readonly string[];
  readonly bots?: readonly ('easy' | 'expert' | 'hard' | 'medium')[];
  readonly start?: boolean;
  readonly id: string;
};

export type Setup = {
  readonly game: string;
  readonly options?: { readonly [key: string]: boolean | number | string | readonly string[] | null };
  readonly seats: number;
  readonly rounds?: number;
  readonly pace?: 'none' | 'quick' | 'relaxed';
  readonly watch?: boolean;
  readonly hints?: boolean;
  readonly programs?: boolean;
  readonly listed?: boolean;
  readonly speed?: 'fast' | 'instant' | 'normal' | 'slow';
};

export type Enter = {
  readonly do: 'enter';
  readonly table: string;
  readonly key: string;
  readonly at?: number | null;
  readonly id: string;
};

export type Sit = {
  readonly do: 'sit';
  readonly seat: number;
  readonly name: string;
  readonly program?: boolean;
  readonly beside?: boolean;
  readonly id: string;
};

export type Hold = {
  readonly do: 'hold';
  readonly seat: number | null;
  readonly id: string;
};

export type Rename = {
  readonly do: 'rename';
  readonly name: string;
  readonly seat?: number | null;
  readonly id: string;
};

export type Leave = {
  readonly do: 'leave';
  readonly seat?: number | null;
  readonly id: string;
};

export type ChangeSetup = {
  readonly do: 'change';
  readonly setup: Setup;
  readonly id: string;
};

export type Place = {
  readonly do: 'place';
  readonly seat: number;
  readonly bot: 'easy' | 'expert' | 'hard' | 'medium' | null;
  readonly id: string;
};

export type Swap = {
  readonly do: 'swap';
  readonly seat: number;
  readonly other: number;
  readonly id: string;
};

export type StartMatch = {
  readonly do: 'start';
  readonly id: string;
};

export type Ready = {
  readonly do: 'ready';
  readonly id: string;
};

export type Play = {
  readonly do: 'play';
  readonly move: string;
  readonly at: number;
  readonly seat?: number | null;
  readonly id: string;
};

export type Say = {
  readonly do: 'say';
  readonly text: string;
  readonly lang: 'de' | 'en';
  readonly open?: string;
  readonly id: string;
};

export type Undo = {
  readonly do: 'undo';
  readonly at: number;
  readonly id: string;
};

export type Hasten = {
  readonly do: 'speed';
  readonly speed: 'fast' | 'instant' | 'normal' | 'slow';
  readonly id: string;
};

export type Substitute = {
  readonly do: 'substitute';
  readonly seat: number;
  readonly id: string;
};

export type Remove = {
  readonly do: 'remove';
  readonly seat: number;
  readonly id: string;
};

export type Clear = {
  readonly do: 'clear';
  readonly id: string;
};

export type NewCode = {
  readonly do: 'code';
  readonly id: string;
};

export type Redeem = {
  readonly do: 'redeem';
  readonly code: string;
  readonly key: string;
  readonly id: string;
};

export type Hint = {
  readonly do: 'hint';
  readonly id: string;
};

export type Emotes = {
  readonly do: 'emote';
  readonly emote: 'bravo' | 'hello' | 'hurry' | 'laugh' | 'oops' | 'thanks' | 'thinking' | 'wow';
  readonly seat?: number | null;
  readonly id: string;
};

export type GetRecord = {
  readonly do: 'record';
  readonly match?: number | null;
  readonly id: string;
};

export type Replay = {
  readonly do: 'replay';
  readonly match?: number | null;
  readonly seat?: number | null;
  readonly first?: number;
  readonly seen?: boolean;
  readonly record?: string | null;
  readonly id: string;
};

export type Learn = {
  readonly do: 'learn';
  readonly game: string;
  readonly part?: number;
  readonly options?: { readonly [key: string]: boolean | number | string | readonly string[] | null };
  readonly id: string;
};

export type Welcome = {
  readonly is: 'welcome';
  readonly version: number;
  readonly server: string;
  readonly link: string;
};

export type CommandDone = {
  readonly is: 'done';
  readonly id: string;
  readonly at?: number;
  readonly table?: string;
};

export type CommandRefused = {
  readonly is: 'refused';
  readonly id: string | null;
  readonly code: string;
  readonly params: { readonly [key: string]: unknown };
};

export type TableInfo = {
  readonly is: 'table';
  readonly id: string;
  readonly setup: Setup;
  readonly chairs: readonly ChairInfo[];
  readonly host: number | null;
  readonly you: number | null;
  readonly phase: 'gathering' | 'over' | 'playing';
  readonly match: number;
  readonly watching: number;
  readonly scores?: readonly (readonly number[])[];
  readonly device?: readonly number[];
  readonly covered?: boolean;
  readonly ended?: EndedMatch | null;
};

export type ChairInfo = {
  readonly name: string;
  readonly bot: 'easy' | 'expert' | 'hard' | 'medium' | null;
  readonly here: boolean;
  readonly stand_in: boolean;
  readonly ready: boolean;
  readonly program: boolean;
  readonly was?: string;
  readonly wait?: number | null;
};

export type EndedMatch = {
  readonly why: 'other_rules' | 'unknown_game';
  readonly scored: boolean;
};

export type Update<F extends Family = Family> = {
  readonly is: 'update';
  readonly at: number;
  readonly round: number;
  readonly totals: readonly number[];
  readonly awaited: readonly number[];
  readonly wait: number | null;
  readonly view: Views[F];
  readonly events: readonly Events[F][];
  readonly result: Result | null;
  readonly undo?: boolean;
  readonly forced?: boolean;
  readonly calls?: readonly Call[];
};

export type Result = {
  readonly points: readonly number[];
  readonly winners: readonly number[];
  readonly ranks: readonly number[];
  readonly reason: string;
};

export type Call = {
  readonly seat: number;
  readonly moves: readonly string[];
};

export type Tables = {
  readonly is: 'tables';
  readonly tables: readonly OpenTable[];
};

export type OpenTable = {
  readonly id: string;
  readonly game: string;
  readonly host: string;
  readonly seats: number;
  readonly free: number;
  readonly phase: 'gathering' | 'over' | 'playing';
  readonly watch: boolean;
};

export type DeviceCode = {
  readonly is: 'code';
  readonly id: string;
  readonly code: string;
  readonly seconds: number;
};

export type Heard = {
  readonly is: 'heard';
  readonly id: string;
  readonly moves: readonly string[];
};

export type HintAnswer = {
  readonly is: 'hint';
  readonly id: string;
  readonly moves: readonly Estimate[];
};

export type Estimate = {
  readonly move: string;
  readonly win: number;
  readonly points: number;
  readonly why?: readonly Reason[];
};

export type Reason = {
  readonly code: string;
  readonly params?: { readonly [key: string]: unknown };
};

export type Emoted = {
  readonly is: 'emote';
  readonly seat: number;
  readonly emote: 'bravo' | 'hello' | 'hurry' | 'laugh' | 'oops' | 'thanks' | 'thinking' | 'wow';
};

export type RecordText = {
  readonly is: 'record';
  readonly id: string;
  readonly text: string;
};

export type Steps = {
  readonly is: 'replay';
  readonly id: string;
  readonly game: string;
  readonly names: readonly string[];
  readonly steps: number;
  readonly frames: readonly Frame[];
  readonly setup?: Setup | null;
  readonly scores?: readonly (readonly number[])[];
};

export type Frame<F extends Family = Family> = {
  readonly at: number;
  readonly round: number;
  readonly seat: number | null;
  readonly move: string | null;
  readonly events: readonly Events[F][];
  readonly view: Views[F];
};

export type LessonNews = {
  readonly is: 'lesson';
  readonly game: string;
  readonly part: number;
  readonly parts: number;
  readonly text: Bilingual;
  readonly other: Bilingual | null;
  readonly moves: readonly string[];
  readonly done: boolean;
};

export type Bilingual = {
  readonly en: string;
  readonly de: string;
};

export type Out = {
  readonly is: 'out';
  readonly code: 'crowded' | 'elsewhere' | 'private' | 'reload' | 'removed';
};

export type BoardView = {
  readonly seat: number | null;
  readonly turn: number;
  readonly rows: string;
  readonly bridges: readonly (readonly [string, string])[];
  readonly bonuses: readonly (readonly [string, string])[];
  readonly table: readonly string[];
  readonly symbols: readonly string[] | null;
  readonly fits: readonly string[];
  readonly ends: readonly string[];
  readonly hands: readonly (readonly string[] | null)[];
  readonly sizes: readonly number[];
  readonly bag: number;
  readonly laid: number;
  readonly run: readonly string[];
  readonly drawn: string | null;
  readonly free: boolean;
  readonly may_give: boolean;
  readonly given: readonly string[];
  readonly moves: readonly string[];
  readonly soon: readonly string[];
  readonly over: boolean;
};

export type FreeSkipped = {
  readonly event: 'freeskipped';
  readonly seat: number;
  readonly bonus?: readonly string[] | null;
  readonly places?: readonly (string | null)[];
};

export type Passed = {
  readonly event: 'passed';
  readonly seat: number;
};

export type TileGiven = {
  readonly event: 'tilegiven';
  readonly seat: number;
  readonly to: number;
  readonly tile: string | null;
};

export type TileLaid = {
  readonly event: 'tilelaid';
  readonly seat: number;
  readonly tile: string;
  readonly field?: string | null;
  readonly end?: string | null;
  readonly bonus?: readonly string[] | null;
  readonly places?: readonly (string | null)[];
};

export type TilesDrawn = {
  readonly event: 'tilesdrawn';
  readonly seat: number;
  readonly cards: readonly (string | null)[];
  readonly shown?: string | null;
  readonly laid?: string | null;
  readonly place?: string | null;
  readonly bonus?: readonly string[] | null;
  readonly places?: readonly (string | null)[];
};

export type TurnEnded = {
  readonly event: 'ended';
  readonly seat: number;
};

export type RoundOver = {
  readonly event: 'roundover';
  readonly points: readonly number[];
  readonly winners: readonly number[];
  readonly reason: string;
};

export type RoundDealt = {
  readonly event: 'dealt';
  readonly round: number;
};

export type TakenBack = {
  readonly event: 'takenback';
  readonly seat: number;
  readonly move: string;
};

export type CheatView = {
  readonly seat: number | null;
  readonly turn: number;
  readonly layer: number | null;
  readonly said: number;
  readonly says: number;
  readonly top: number;
  readonly colour: string | null;
  readonly pile: number;
  readonly out: number;
  readonly hands: readonly (readonly string[] | null)[];
  readonly laid: readonly (readonly string[] | null)[];
  readonly sizes: readonly number[];
  readonly asked: readonly number[];
  readonly lays: number;
  readonly moves: readonly string[];
  readonly over: boolean;
  readonly highest: number;
};

export type Accepted = {
  readonly event: 'accepted';
  readonly seat: number;
};

export type Claimed = {
  readonly event: 'claimed';
  readonly seat: number;
  readonly number: number;
  readonly cards: readonly string[] | null;
};

export type Exposed = {
  readonly event: 'exposed';
  readonly seat: number;
  readonly layer: number;
  readonly number: number;
  readonly cards: readonly string[];
};

export type LastClaimed = {
  readonly event: 'lastclaimed';
  readonly seat: number;
  readonly number: number;
  readonly cards: readonly string[] | null;
};

export type PileLeft = {
  readonly event: 'pileleft';
  readonly pile: number;
  readonly sizes: readonly number[];
};

export type PileTaken = {
  readonly event: 'piletaken';
  readonly seat: number;
  readonly cards: readonly (string | null)[];
  readonly sizes: readonly number[];
};

export type Proven = {
  readonly event: 'proven';
  readonly seat: number;
  readonly layer: number;
  readonly number: number;
  readonly cards: readonly string[];
};

export type CollectView = {
  readonly seat: number | null;
  readonly turn: number;
  readonly hands: readonly (readonly string[] | null)[];
  readonly known: readonly (readonly string[])[];
  readonly sizes: readonly number[];
  readonly piles: readonly (readonly string[])[];
  readonly stock: number;
  readonly phase: string;
  readonly taken: string | null;
  readonly turns: number;
  readonly moves: readonly string[];
  readonly over: boolean;
};

export type CardTaken = {
  readonly event: 'cardtaken';
  readonly seat: number;
  readonly card: string | null;
  readonly pile: number | null;
};

export type PutDown = {
  readonly event: 'putdown';
  readonly seat: number;
  readonly card: string;
  readonly pile: number;
};

export type SaidSchluss = {
  readonly event: 'saidschluss';
  readonly seat: number;
};

export type ConnectView = {
  readonly seat: number | null;
  readonly turn: number;
  readonly card: string | null;
  readonly middle: string | null;
  readonly middle_size: number;
  readonly tops: readonly (string | null)[];
  readonly piles: readonly number[];
  readonly stacks: readonly number[];
  readonly ranks: readonly number[];
  readonly attention: boolean;
  readonly placer: number;
  readonly callers: readonly number[];
  readonly idle: number;
  readonly moves: readonly string[];
  readonly over: boolean;
};

export type CardTurned = {
  readonly event: 'cardturned';
  readonly seat: number;
  readonly card: string;
  readonly turned_over?: number | null;
};

export type Connected = {
  readonly event: 'connected';
  readonly seat: number;
  readonly card: string;
  readonly pile?: number | null;
};

export type KeptOpen = {
  readonly event: 'keptopen';
  readonly seat: number;
  readonly card: string;
  readonly tried?: 'middle' | 'pile' | null;
  readonly pile?: number | null;
};

export type RanOut = {
  readonly event: 'ranout';
  readonly seat: number;
  readonly rank: number;
};

export type StoppCalled = {
  readonly event: 'stoppcalled';
  readonly seat: number;
  readonly culprit?: number | null;
  readonly givers?: readonly number[];
  readonly accused?: number | null;
  readonly belongs?: string | null;
  readonly giver?: number | null;
};

export type DuelView = {
  readonly seat: number | null;
  readonly open: readonly (readonly string[])[];
  readonly taker: number | null;
  readonly stacks: readonly number[];
  readonly won: readonly (readonly string[])[];
  readonly comparisons: number;
  readonly to_the_end: boolean;
  readonly moves: readonly string[];
  readonly over: boolean;
};

export type Compared = {
  readonly event: 'compared';
  readonly cards: readonly string[];
  readonly seat: number | null;
  readonly taken: number;
  readonly undecided?: boolean | null;
};

export type StackRenewed = {
  readonly event: 'stackrenewed';
  readonly seat: number;
  readonly size: number;
};

export type GuessView = {
  readonly seat: number | null;
  readonly turn: number;
  readonly cards: readonly (string | null)[];
  readonly stacks: readonly number[];
  readonly guesses: readonly (number | null)[];
  readonly last: readonly string[];
  readonly total: number | null;
  readonly taker: number | null;
  readonly won: readonly (readonly string[])[];
  readonly low: number;
  readonly high: number;
  readonly moves: readonly string[];
  readonly over: boolean;
};

export type Guessed = {
  readonly event: 'guessed';
  readonly seat: number;
  readonly number: number;
};

export type SumShown = {
  readonly event: 'sumshown';
  readonly seat: number;
  readonly cards: readonly string[];
  readonly total: number;
};

export type HighestView = {
  readonly seat: number | null;
  readonly hands: readonly (readonly string[])[];
  readonly chosen: readonly (string | null)[];
  readonly ready: readonly boolean[];
  readonly last: readonly string[];
  readonly taker: number | null;
  readonly aside: readonly string[];
  readonly won: readonly (readonly string[])[];
  readonly trick: number;
  readonly moves: readonly string[];
  readonly over: boolean;
};

export type Chose = {
  readonly event: 'chose';
  readonly seat: number;
  readonly card: string | null;
};

export type TrickShown = {
  readonly event: 'trickshown';
  readonly cards: readonly string[];
  readonly seat: number | null;
  readonly taken: number;
  readonly gone?: number | null;
};

export type MasterView = {
  readonly seat: number | null;
  readonly turn: number;
  readonly row_order: readonly string[];
  readonly table: readonly string[];
  readonly jokers: readonly string[];
  readonly fits: readonly string[];
  readonly hands: readonly (readonly string[] | null)[];
  readonly sizes: readonly number[];
  readonly known_jokers: readonly number[];
  readonly stock: number;
  readonly connections: readonly number[];
  readonly bonus: readonly number[];
  readonly laid: number;
  readonly swapped: boolean;
  readonly moves: readonly string[];
  readonly soon: readonly string[];
  readonly over: boolean;
  readonly scores?: readonly Score[];
  readonly bridges?: readonly (readonly [string, string])[];
};

export type Score = {
  readonly bonus: number;
  readonly cards: number;
  readonly jokers: number;
};

export type BonusTaken = {
  readonly event: 'bonustaken';
  readonly seat: number;
  readonly bonus: number;
};

export type Bridged = {
  readonly event: 'bridged';
  readonly seat: number;
  readonly card: string;
  readonly source: string;
};

export type Drew = {
  readonly event: 'drew';
  readonly seat: number;
  readonly cards: readonly (string | null)[];
  readonly laid?: string | null;
};

export type JokerLaid = {
  readonly event: 'jokerlaid';
  readonly seat: number;
  readonly field: string;
  readonly source?: string | null;
};

export type JokerSwapped = {
  readonly event: 'jokerswapped';
  readonly seat: number;
  readonly card: string;
};

export type Laid = {
  readonly event: 'laid';
  readonly seat: number;
  readonly card: string;
};

export type OldMaidView = {
  readonly seat: number | null;
  readonly turn: number;
  readonly source: number;
  readonly hands: readonly (readonly string[] | null)[];
  readonly sizes: readonly number[];
  readonly pairs: readonly (readonly number[])[];
  readonly places: readonly number[];
  readonly draws: number;
  readonly aside: string | null;
  readonly moves: readonly string[];
  readonly over: boolean;
};

export type DrewFrom = {
  readonly event: 'drewfrom';
  readonly seat: number;
  readonly source: number;
  readonly card: string | null;
  readonly pair: readonly string[] | null;
  readonly emptied: readonly number[];
  readonly over: boolean;
};

export type PeterKnown = {
  readonly event: 'peterknown';
  readonly seat: number;
};

export type RowsView = {
  readonly seat: number | null;
  readonly turn: number;
  readonly rows: string;
  readonly numbers: readonly [number, number];
  readonly middle: number | null;
  readonly may_keep: boolean;
  readonly table: readonly string[];
  readonly fits: readonly string[];
  readonly openers: readonly string[];
  readonly opener: number | null;
  readonly hands: readonly (readonly string[] | null)[];
  readonly sizes: readonly number[];
  readonly stock: number;
  readonly laid: number;
  readonly deciding: boolean;
  readonly drawn: string | null;
  readonly moves: readonly string[];
  readonly soon: readonly string[];
  readonly over: boolean;
};

export type CardKept = {
  readonly event: 'kept';
  readonly seat: number;
};

export type SnapView = {
  readonly seat: number | null;
  readonly together: boolean;
  readonly turn: number | null;
  readonly tops: readonly (string | null)[];
  readonly piles: readonly number[];
  readonly stacks: readonly number[];
  readonly middle: string | null;
  readonly middle_size: number;
  readonly quartets: readonly (readonly number[])[];
  readonly calls: readonly (readonly [number, string])[];
  readonly called: readonly boolean[];
  readonly turned: number;
  readonly hands: readonly (readonly string[] | null)[];
  readonly moves: readonly string[];
  readonly over: boolean;
};

export type AllFlipped = {
  readonly event: 'allflipped';
  readonly cards: readonly (string | null)[];
  readonly shuffled: readonly (number | null)[];
};

export type CalledFalsely = {
  readonly event: 'calledfalsely';
  readonly seat: number;
  readonly word: string;
  readonly cards: readonly string[] | null;
};

export type CalledLate = {
  readonly event: 'calledlate';
  readonly seats: readonly number[];
  readonly word: string;
};

export type CalledOut = {
  readonly event: 'calledout';
  readonly seat: number;
  readonly word: string;
};

export type CalledTogether = {
  readonly event: 'calledtogether';
  readonly seats: readonly number[];
  readonly word: string;
};

export type Flipped = {
  readonly event: 'flipped';
  readonly seat: number;
  readonly card: string;
  readonly shuffled?: number | null;
};

export type LookedThrough = {
  readonly event: 'lookedthrough';
  readonly quartets: readonly (readonly number[])[];
};

export type TookMiddle = {
  readonly event: 'tookmiddle';
  readonly seat: number;
  readonly number: number;
  readonly cards: readonly string[];
  readonly quartets: readonly number[] | null;
};

export type TookPiles = {
  readonly event: 'tookpiles';
  readonly seat: number;
  readonly number: number;
  readonly sources: readonly number[];
  readonly cards: readonly string[];
  readonly quartets: readonly number[] | null;
};
