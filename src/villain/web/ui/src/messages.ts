// Generated from schema.json by `npm run types`: change villain/web/messages.py instead.

export type Said = Act | DealNext | Look | Pace | AskSession | Review;
export type Told = Update | Read | Session | Costliest | Dial | Trouble;

export interface Messages {
  Act: Act;
  ActionValue: ActionValue;
  AgentLine: AgentLine;
  AskSession: AskSession;
  BesideColumn: BesideColumn;
  CastLine: CastLine;
  Costliest: Costliest;
  Costly: Costly;
  Count: Count;
  DealNext: DealNext;
  Deed: Deed;
  Dial: Dial;
  DialMark: DialMark;
  Dropped: Dropped;
  EquilibriumMove: EquilibriumMove;
  Focus: Focus;
  Forecast: Forecast;
  Frame: Frame;
  HandLine: HandLine;
  Happened: Happened;
  Lead: Lead;
  LegalView: LegalView;
  Lobby: Lobby;
  LockEffect: LockEffect;
  LockLine: LockLine;
  Look: Look;
  MatchUpdate: MatchUpdate;
  Memento: Memento;
  Mind: Mind;
  MoveAdvice: MoveAdvice;
  NewMatch: NewMatch;
  Opened: Opened;
  Pace: Pace;
  PathStep: PathStep;
  PotView: PotView;
  Read: Read;
  ReaderLine: ReaderLine;
  Reason: Reason;
  Replay: Replay;
  Review: Review;
  RunState: RunState;
  Said: Said;
  SeatView: SeatView;
  Session: Session;
  SetDial: SetDial;
  SetLock: SetLock;
  Settings: Settings;
  SideBySide: SideBySide;
  Sides: Sides;
  SizeView: SizeView;
  Standing: Standing;
  StatisticLine: StatisticLine;
  StrategyColumn: StrategyColumn;
  StudiedSpot: StudiedSpot;
  StudyBeside: StudyBeside;
  StudyCard: StudyCard;
  StudyCombo: StudyCombo;
  StudyCombos: StudyCombos;
  StudyHand: StudyHand;
  StudyMove: StudyMove;
  StudyNode: StudyNode;
  StudySide: StudySide;
  StudySpot: StudySpot;
  StudyStarted: StudyStarted;
  StudyStatus: StudyStatus;
  StudyWelcome: StudyWelcome;
  StyleChance: StyleChance;
  Told: Told;
  Triple: Triple;
  Trouble: Trouble;
  Update: Update;
  Verdict: Verdict;
  View: View;
}
/**
 * Fold, call or raise to; ``hand`` and ``seq`` say what you were looking at.
 */
export interface Act {
  type: "act";
  hand: number;
  seq: number;
  action: "fold" | "call" | "raise";
  to?: number;
}
/**
 * What an action is worth from now on, in big blinds, with its standard error: a fold is 0.
 *
 * ``close`` are those that may as well be the ``best``; ``taken`` is what was done, if it is past.
 */
export interface ActionValue {
  action: string;
  kind: "fold" | "call" | "raise";
  value: number;
  error: number;
  best: boolean;
  close: boolean;
  taken: boolean;
}
/**
 * An agent to choose: whether it models its opponents, and what it plays.
 *
 * ``title`` is what a list shows, ``family`` where it stands there. ``games`` are those it plays,
 * each with the numbers of players for which it knows it.
 */
export interface AgentLine {
  name: string;
  title: string;
  family: string;
  about: string;
  models: boolean;
  games: {
    [k: string]: number[];
  };
}
/**
 * Ask how the session goes.
 */
export interface AskSession {
  type: "session";
}
/**
 * A strategy at a decision: how often each move is made, over the range and with one hand.
 *
 * ``values`` are what moves are worth to the hand at best play afterwards: at equilibrium against
 * the other as he plays there, else against him as he is held.
 */
export interface BesideColumn {
  key: "equilibrium" | "locked" | "answer" | "blend";
  frequencies: number[];
  chances: (number | null)[];
  values: (number | null)[];
}
/**
 * One of the cast: the ``agent`` behind the name, and how strong it is heads-up.
 *
 * ``won`` is what it wins from the others in big blinds a hundred hands, from ``low`` to ``high``
 * with 95 %, over so many ``hands``. There are no ``stars`` where that says too little.
 */
export interface CastLine {
  agent: string;
  name: string;
  title: string;
  about: string;
  stars: number | null;
  won: number | null;
  low: number | null;
  high: number | null;
  hands: number;
}
/**
 * Your costliest decisions so far, the worst first; ``left`` hands have yet to be judged.
 */
export interface Costliest {
  type: "costliest";
  decisions: Costly[];
  judged: number;
  left: number;
  working: boolean;
}
/**
 * A decision of yours, what its alternatives were worth, and how much it cost.
 *
 * In big blinds, with everybody's cards known; ``error`` is the standard error of the cost.
 */
export interface Costly {
  hand: number;
  name: string;
  turn: number;
  street: number;
  cards: string[];
  board: string[];
  pot: number;
  values: ActionValue[];
  cost: number;
  error: number;
}
/**
 * How often something was done, out of how many chances.
 */
export interface Count {
  done: number;
  chances: number;
}
/**
 * Deal the next hand; if you have folded, first hurry through the rest of this one.
 */
export interface DealNext {
  type: "deal";
}
/**
 * Something done in a hand that is remembered, by him who is read (``his``) or by the other.
 */
export interface Deed {
  words: string;
  kind: "fold" | "call" | "raise";
  his: boolean;
}
/**
 * Where the dial of an opponent stands who moves from equilibrium to the best answer to you.
 *
 * ``dial`` is how far it has gone, after so many ``hands`` of yours; ``fixed`` says that it was
 * set, and does not go by them. ``trust`` is what is left of the trust in its read of you after
 * what surprised it. In big blinds a hundred hands, ``given`` is what your mistakes have given,
 * and ``risked`` what a perfect opponent could have won; None as long as there are too few hands.
 * ``reasons`` are what you surely do otherwise than equilibrium, the most telling first: none as
 * long as it may be chance.
 */
export interface Dial {
  type: "dial";
  hands: number;
  dial: number;
  fixed: boolean;
  trust: number;
  given: number | null;
  risked: number | null;
  reasons: Reason[];
}
/**
 * Something that somebody surely does otherwise than equilibrium, in a sentence and in counts.
 *
 * He did it ``done`` times out of so many ``chances``: a rate with its 95 % interval from ``low``
 * to ``high``. ``equilibrium`` does it so often at the same decisions.
 */
export interface Reason {
  words: string;
  done: number;
  chances: number;
  low: number;
  high: number;
  equilibrium: number;
}
/**
 * A strategy of the dial: how far the other is held in it, what it wins and what it risks.
 *
 * Both are chips over the whole range, beyond what equilibrium has: ``gain`` from one who is held
 * wholly, ``risk`` to the worst opponent. None as long as they are not known.
 */
export interface DialMark {
  key: "equilibrium" | "locked" | "answer" | "blend";
  share: number;
  gain: number | null;
  risk: number | null;
}
/**
 * What a dropped file held: how many hands, one of them, and why others were refused.
 */
export interface Dropped {
  hands: number;
  refused: string[];
  replay: Replay | null;
}
/**
 * A hand, step by step: ``title`` is where it comes from and when it was played.
 *
 * ``model`` infers the ranges; ``start`` is the step at which the cards are dealt.
 */
export interface Replay {
  title: string;
  model: string;
  frames: Frame[];
  start: number;
  text: string;
}
/**
 * A step of a replayed hand: the table, what happened, odds, equities, inferred ranges.
 *
 * ``actions`` counts those so far. ``grids`` are by chair, for whoever has just acted; the others'
 * are as before.
 */
export interface Frame {
  view: View;
  words: string;
  actions: number;
  odds: number | null;
  equities: {
    [k: string]: number;
  };
  grids: {
    [k: string]: number[];
  };
}
/**
 * The table as one seat sees it, whole. ``seq`` counts everything that happened.
 *
 * ``focus`` is for your eyes; there is none before there is something to say.
 */
export interface View {
  hand: number;
  seq: number;
  street: number;
  board: string[];
  pot: number;
  pots: PotView[];
  seats: SeatView[];
  turn: number | null;
  you: number | null;
  legal: LegalView | null;
  over: boolean;
  betting: string;
  small_blind: number;
  big_blind: number;
  words: string;
  result: string;
  focus: Focus | null;
}
/**
 * Chips, and the chairs that may win them.
 */
export interface PotView {
  chips: number;
  chairs: number[];
}
/**
 * One player, as you may see him.
 */
export interface SeatView {
  chair: number;
  name: string;
  kind: string;
  way: string;
  position: string;
  stack: number;
  bet: number;
  cards: string[];
  folded: boolean;
  all_in: boolean;
  button: boolean;
  last: string;
  vpip: Count;
  pfr: Count;
  models: boolean;
  won: number;
  made: string;
}
/**
 * What you may do: ``call`` is what it costs, ``least`` and ``most`` what to raise to.
 */
export interface LegalView {
  fold: boolean;
  call: number;
  least: number;
  most: number;
  sizes: SizeView[];
}
/**
 * A size of a raise that a button offers, and what to raise to.
 */
export interface SizeView {
  name: string;
  words: string;
  to: number;
}
/**
 * The player who matters now, by chair, and whose view says more: his of you, or yours.
 */
export interface Focus {
  chair: number;
  about: "you" | "them";
}
/**
 * An action in equilibrium: how often it is taken with your hand, and its value from now on.
 *
 * The value is in big blinds, if both go on as in equilibrium: a fold is 0.
 */
export interface EquilibriumMove {
  action: string;
  kind: "fold" | "call" | "raise";
  chance: number;
  value: number;
}
/**
 * What a predictor says that somebody does next, and how much it is trusted with him.
 */
export interface Forecast {
  predictor: string;
  next: Triple;
  trust: number;
}
/**
 * How likely somebody folds, calls (or checks) and raises (or bets).
 */
export interface Triple {
  fold: number;
  call: number;
  more: number;
}
/**
 * A hand of the session, in a list.
 */
export interface HandLine {
  hand: number;
  name: string;
  cards: string[];
  board: string[];
  net: number;
  expected: number;
}
/**
 * One event, in order; the page moves cards and chips by it.
 */
export interface Happened {
  kind: "post" | "deal" | "act" | "board" | "return" | "show" | "win";
  chair: number | null;
  chips: number;
  to: number;
  cards: string[];
  words: string;
}
/**
 * A read in a sentence: "Vera is fairly sure that you have", and the ``guess``.
 *
 * ``sure`` is how likely the guess is by the read, ``right`` whether it is so, where that can be
 * told; ``truth`` says then what the hand is.
 */
export interface Lead {
  words: string;
  guess: string;
  sure: number;
  right: boolean | null;
  truth: string;
}
/**
 * What can be chosen, and what is chosen if nobody says otherwise.
 *
 * The ``cast`` is from the strongest on. ``usual`` are the opponents of a table, by how many they
 * are, less one; ``clones`` says whether players of the hand store may be cloned.
 */
export interface Lobby {
  cast: CastLine[];
  agents: AgentLine[];
  usual: string[][];
  clones: boolean;
  readers: ReaderLine[];
  default: Settings;
  version: string;
}
/**
 * A model to read the others with; ``games`` are those it reads, with how many players.
 */
export interface ReaderLine {
  name: string;
  games: {
    [k: string]: number[];
  };
}
/**
 * What is played at a table; ``opponents`` sit in chairs 1, 2, … (and 0, if you only watch).
 */
export interface Settings {
  betting?: "nolimit" | "limit";
  big_blind?: number;
  /**
   * in big blinds
   */
  buy_in?: number;
  opponents: string[];
  /**
   * the opponents' chairs are drawn
   */
  shuffled?: boolean;
  name?: string;
  speed?: "calm" | "normal" | "quick" | "instant";
  /**
   * deal the next hand without being asked
   */
  auto?: boolean;
  /**
   * only agents play
   */
  watch?: boolean;
  /**
   * public: whoever knows it knows the cards
   */
  seed?: number | null;
}
/**
 * What the locks change for both players at the beginning of the spot.
 */
export interface LockEffect {
  before: number[];
  after: number[];
}
/**
 * A lock: the line to it, who is held, and what he does there.
 */
export interface LockLine {
  line: string;
  player: number;
  hand: string;
  words: string;
}
/**
 * Look into a head: that of the player in a chair about you, or your own about him.
 *
 * ``reader`` is the model with which you read him. Without a chair it stops, unless it is to
 * ``follow`` the action: then it is that of the player who matters, whoever that is.
 */
export interface Look {
  type: "look";
  about: "you" | "them";
  chair?: number | null;
  follow?: boolean;
  reader?: string;
}
/**
 * A running match.
 */
export interface MatchUpdate {
  type: "match";
  done: number;
  total: number;
  deals: number[];
  standings: Standing[];
  over: boolean;
}
/**
 * How an agent stands in a match: big blinds a hand with the 95 % interval, and its curve.
 *
 * Before two deals are done in all seats nothing is known.
 */
export interface Standing {
  name: string;
  mean: number | null;
  low: number | null;
  high: number | null;
  curve: number[];
}
/**
 * A hand like this one that came to mind: the betting of each street, from before the flop on.
 *
 * ``chance`` is his chance of winning then, against any hand; ``activation`` how strong the memory
 * is; ``share`` how much of the answer it makes. ``similar``: the betting was not quite this.
 * ``player`` is the kind of player it is of, where kinds are kept apart.
 */
export interface Memento {
  streets: Deed[][];
  chance: number;
  activation: number;
  share: number;
  similar: boolean;
  player: string;
}
/**
 * What a read rests on: what came to mind, the strongest first; nothing is any two cards.
 *
 * ``chance`` is the chance of winning that it comes to, and ``trust`` how much of the range goes
 * by it. ``kinds`` are how likely he is of each kind of player, where kinds are kept apart.
 */
export interface Mind {
  came: Memento[];
  chance: number | null;
  trust: number;
  kinds: StyleChance[];
}
/**
 * A style, and how likely it is.
 */
export interface StyleChance {
  name: string;
  chance: number;
}
/**
 * A move with one holding: how often it is made, and what it is worth.
 */
export interface MoveAdvice {
  move: string;
  words: string;
  kind: "fold" | "check" | "call" | "raise";
  shade: number;
  chance: number;
  value: number;
}
/**
 * A duplicate match between agents, to watch.
 */
export interface NewMatch {
  betting?: "nolimit" | "limit";
  agents: string[];
  deals?: number;
  seed?: number | null;
}
/**
 * A new table, and the key that holds its seat.
 */
export interface Opened {
  table: string;
  key: string;
}
/**
 * How fast the others act, and whether hands are dealt without being asked.
 */
export interface Pace {
  type: "pace";
  speed: "calm" | "normal" | "quick" | "instant";
  auto: boolean;
}
/**
 * A step of the way here: who could do what and did which, or the card that came.
 *
 * ``before`` is the line that leads to it.
 */
export interface PathStep {
  player: number;
  street: string;
  before: string;
  options: string[];
  lines: string[];
  kinds: string[];
  shades: number[];
  taken: number;
  card: string;
}
/**
 * What somebody makes of a player: of you (``about`` is "you"), or you of him ("them").
 *
 * ``chair`` is the opponent's in both cases. ``lead`` says it in a sentence. ``equity`` is yours
 * against all ``rivals`` who are left, and ``odds`` what a call needs. ``past``: it is of a hand
 * that is over, or that you have folded.
 * ``values`` are those of your actions when it is your turn: while a simulation is ``thinking``
 * there are none; ``verdict`` says them in a sentence. ``equilibrium`` is what it does with your
 * hand, heads-up; there is nothing in it until that is solved. ``beside`` are the answers to him
 * next to it, once they are known. ``forecasts`` are what each
 * predictor expects of him, the mixture of all by trust last; ``chosen`` is the one that is
 * trusted most, from ``decisions`` of his. ``mind`` is what came to mind, for a model that
 * remembers. ``words`` say why nothing is known.
 */
export interface Read {
  type: "read";
  about: "you" | "them";
  chair: number;
  hand: number;
  seq: number;
  model: string;
  words: string;
  grid: number[];
  lead: Lead | null;
  past: boolean;
  next: Triple | null;
  styles: StyleChance[];
  reason: string;
  equity: number | null;
  rivals: number;
  odds: number | null;
  values: ActionValue[];
  verdict: string;
  trials: number;
  obvious: boolean;
  thinking: boolean;
  equilibrium: EquilibriumMove[] | null;
  beside: SideBySide | null;
  forecasts: Forecast[];
  chosen: string;
  decisions: number;
  mind: Mind | null;
}
/**
 * Equilibrium, the best answer to an opponent, and the blend of both, with your hand.
 *
 * ``hands`` of his were seen, and the blend goes so far of the way (``dial``) on average.
 */
export interface SideBySide {
  actions: string[];
  kinds: ("fold" | "call" | "raise")[];
  columns: StrategyColumn[];
  hands: number;
  dial: number;
  words: string;
}
/**
 * What a strategy does with your hand, by action: how often, and what that is worth.
 *
 * In big blinds, ``values`` are those from now on in the strategy's own solution. ``gain`` is what
 * it wins with this hand beyond equilibrium from the opponent as he is read, ``risk`` what the
 * worst opponent could win on this street over your whole range, beyond its worth; equilibrium,
 * which both are measured by, has neither. Nothing stands where a strategy has no such action.
 */
export interface StrategyColumn {
  key: "equilibrium" | "best" | "blend";
  chances: (number | null)[];
  values: (number | null)[];
  gain: number | null;
  risk: number | null;
}
/**
 * Look at your costliest decisions, or look away; hands are judged while somebody looks.
 */
export interface Review {
  type: "review";
  wanted?: boolean;
}
/**
 * How far a solution has come: seconds and distances from equilibrium (in pots) so far.
 */
export interface RunState {
  key: "equilibrium" | "locked" | "answer" | "blend";
  title: string;
  state: "waiting" | "building" | "reading" | "solving" | "done" | "late" | "stopped" | "failed";
  words: string;
  iterations: number;
  target: number;
  seconds: number[];
  distances: number[];
}
/**
 * How the session goes: big blinds won in each hand, raw and less luck.
 */
export interface Session {
  type: "session";
  hands: number;
  net: number[];
  expected: number[];
  statistics: StatisticLine[];
  last: HandLine[];
}
/**
 * One of your statistics, as your opponents see it.
 */
export interface StatisticLine {
  key: string;
  name: string;
  definition: string;
  done: number;
  chances: number;
  rate: number | null;
  low: number | null;
  high: number | null;
}
/**
 * How far the other is held in the blend: 0 is equilibrium, 1 the best answer to him.
 */
export interface SetDial {
  share: number;
}
/**
 * Hold whoever acts at the end of a line to shares of his moves: with one hand, or on average.
 *
 * ``hand`` is a starting hand such as AKs; without one, his whole range is tilted.
 */
export interface SetLock {
  line?: string;
  run?: "equilibrium" | "locked" | "answer" | "blend";
  hand?: string;
  shares: number[];
}
/**
 * Equilibrium, the best answer to a player who is held, and a blend of both.
 *
 * ``hero`` answers the ``other``, who is held by a ``model``, or if that is empty by locks.
 */
export interface Sides {
  hero: number;
  other: string;
  model: string;
  share: number;
  marks: DialMark[];
}
/**
 * The spot that is studied: in words for the form, and what the page shows of it.
 */
export interface StudiedSpot {
  asked: StudySpot;
  names: string[];
  board: string[];
  pot: number;
  bets: number[];
  stacks: number[];
  to_act: number;
  unit: number;
  unit_name: string;
  sizes: string[];
  note: string;
}
/**
 * A spot in the words of a form; empty ``sizes`` are chosen so that it can be solved soon.
 *
 * ``sizes_in`` are those of the player in position, if they are others. ``target`` is the distance
 * from equilibrium at which to stop, in pots.
 */
export interface StudySpot {
  board: string;
  pot: number;
  stacks: string;
  out_of_position: string;
  in_position: string;
  sizes?: string;
  sizes_in?: string;
  to_act?: 0 | 1;
  bets?: string;
  rake?: number;
  rake_cap?: number | null;
  target?: number;
}
/**
 * What equilibrium, the best answer and the blend do at a decision, as far as they are known.
 *
 * ``hand`` is a starting hand, or empty.
 */
export interface StudyBeside {
  version: number;
  line: string;
  player: number;
  hand: string;
  moves: string[];
  kinds: string[];
  shades: number[];
  columns: BesideColumn[];
}
/**
 * A card that may come, and what follows: moves, values and equities of both.
 */
export interface StudyCard {
  card: string;
  line: string;
  frequencies: number[];
  values: (number | null)[];
  equities: (number | null)[];
}
/**
 * One holding at a place; chances and values by move are of the player whose turn it is.
 */
export interface StudyCombo {
  cards: string[];
  weight: number;
  value: number | null;
  equity: number | null;
  chances: number[];
  move_values: (number | null)[];
  locked: boolean;
}
/**
 * All holdings of a starting hand at a place.
 */
export interface StudyCombos {
  hand: string;
  version: number;
  combos: StudyCombo[];
}
/**
 * A position of a hand, after so many actions; ``reader`` is the model that reads both.
 */
export interface StudyHand {
  text: string;
  step: number;
  reader?: string;
}
/**
 * A move: how often it is made over the whole range, its value and the equity of its hands.
 *
 * ``line`` leads to the place after it. ``shade`` is how dark its colour is: the size of a bet.
 */
export interface StudyMove {
  name: string;
  words: string;
  kind: "fold" | "check" | "call" | "raise";
  shade: number;
  line: string;
  frequency: number;
  value: number | null;
  equity: number | null;
}
/**
 * What a solution says at the end of a line.
 */
export interface StudyNode {
  run: "equilibrium" | "locked" | "answer" | "blend";
  version: number;
  line: string;
  kind: "decision" | "card" | "over";
  player: number;
  street: string;
  board: string[];
  pot: number;
  bets: number[];
  stacks: number[];
  path: PathStep[];
  moves: StudyMove[];
  sides: StudySide[];
  cards: StudyCard[];
  card_moves: StudyMove[];
  locked: boolean;
  words: string;
}
/**
 * A player at a place: by starting hand how likely it is there, what it is worth, its equity.
 *
 * ``weights`` are those of one combo of a hand beside the likeliest; ``chances`` are by move, of
 * the player whose turn it is.
 */
export interface StudySide {
  name: string;
  weights: (number | null)[];
  values: (number | null)[];
  equities: (number | null)[];
  chances: (number | null)[][];
  value: number | null;
  equity: number | null;
  combos: number;
}
/**
 * A spot that is being solved.
 */
export interface StudyStarted {
  study: string;
}
/**
 * How a study stands. ``version`` changes when there is something new to see.
 */
export interface StudyStatus {
  study: string;
  spot: StudiedSpot;
  runs: RunState[];
  working: boolean;
  version: number;
  locks: LockLine[];
  effect: LockEffect | null;
  verdict: Verdict | null;
  sides: Sides | null;
}
/**
 * A decision of a hand, beside equilibrium and beside the best answer to this opponent.
 *
 * ``cost`` is what the action costs with this holding against an equilibrium, ``answer_cost``
 * against the other as the model reads him; both none while they are not known.
 */
export interface Verdict {
  player: number;
  name: string;
  other: string;
  model: string;
  cards: string[];
  taken: string;
  equilibrium: MoveAdvice[];
  value: number | null;
  cost: number | null;
  answer: MoveAdvice[];
  best: string;
  worth: number | null;
  answer_cost: number | null;
  words: string[];
}
/**
 * A spot to begin with, and how large a solution may be, in gigabytes.
 */
export interface StudyWelcome {
  example: StudySpot;
  largest: number;
}
/**
 * What has happened since the last update, and how the table stands now.
 */
export interface Update {
  type: "update";
  happened: Happened[];
  view: View;
}
/**
 * Something cannot be done; the words say what to do next.
 */
export interface Trouble {
  type: "trouble";
  words: string;
}
