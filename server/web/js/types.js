/**
 * The shapes that the client works with: what the protocol carries (docs/protocol.md) and what the
 * client's own state holds. Types only, nothing of this is there at run time.
 */

/**
 * A tile in mjai notation: `1m`..`9m`, `1p`..`9p`, `1s`..`9s`, red fives `5mr` `5pr` `5sr`, `E` `S`
 * `W` `N` `P` `F` `C`, and `?` for a hidden one.
 * @typedef {string} Pai
 */

/**
 * A seat: 0 is the dealer of East 1; the turn goes to seat + 1.
 * @typedef {number} Seat
 */

/** @typedef {"E" | "S" | "W" | "N"} Wind */
/** @typedef {"self" | "right" | "across" | "left"} Place */
/** @typedef {"en" | "ja" | "zh-Hans" | "zh-Hant"} Lang */
/** @typedef {"easy" | "normal"} BotLevel */
/** @typedef {"one_round" | "east" | "east_south" | "full"} Length */
/** @typedef {"online" | "offline" | "auto" | "bot"} PresenceState */
/** @typedef {"hello" | "good_luck" | "nice_hand" | "thank_you" | "sorry" | "surprised" | "thinking" | "good_game"} Stamp */

// Actions and events (mjai)

/** @typedef {{type: "dahai", actor: Seat, pai: Pai, tsumogiri: boolean}} Dahai */
/** @typedef {{type: "chi", actor: Seat, target: Seat, pai: Pai, consumed: Pai[]}} Chi */
/** @typedef {{type: "pon", actor: Seat, target: Seat, pai: Pai, consumed: Pai[]}} Pon */
/** @typedef {{type: "daiminkan", actor: Seat, target: Seat, pai: Pai, consumed: Pai[]}} Daiminkan */
/** @typedef {{type: "ankan", actor: Seat, consumed: Pai[]}} Ankan */
/** @typedef {{type: "kakan", actor: Seat, pai: Pai, consumed: Pai[]}} Kakan */
/** @typedef {{type: "nukidora", actor: Seat, pai: Pai}} Nukidora */

/**
 * Declares riichi and discards `pai`; as an event it has no tile, a `dahai` follows.
 * @typedef {{type: "reach", actor: Seat, pai: Pai, tsumogiri: boolean, open?: boolean}} ReachOption
 */
/** @typedef {{type: "hora", actor: Seat, target: Seat, pai: Pai}} HoraOption */
/** @typedef {{type: "ryukyoku", actor: Seat}} RyukyokuOption */
/** @typedef {{type: "none"}} PassOption */
/** @typedef {{type: "stop"}} StopOption */

/**
 * What an ask offers.
 * @typedef {Dahai | ReachOption | Chi | Pon | Daiminkan | Ankan | Kakan | Nukidora | HoraOption | RyukyokuOption | PassOption | StopOption} Option
 */

/** @typedef {{type: "start_game", names: string[], rules: Rules, wall_algorithm?: string}} StartGame */
/** @typedef {{type: "start_kyoku", bakaze: Wind, kyoku: number, honba: number, kyotaku: number, oya: Seat, scores: number[], dora_marker: Pai, tehais: Pai[][], wall_hash?: string, live?: number}} StartKyoku */
/** @typedef {{type: "tsumo", actor: Seat, pai: Pai, rinshan?: boolean}} Tsumo */
/** @typedef {{type: "dora", dora_marker: Pai}} Dora */
/** @typedef {{type: "reach", actor: Seat, open?: boolean}} Reach */
/** @typedef {{type: "reach_accepted", actor: Seat, deltas: number[], scores: number[], tehai?: Pai[]}} ReachAccepted */
/** @typedef {{type: "hora", actor: Seat, target: Seat, pai: Pai, hora_tehais: Pai[], ura_markers: Pai[], yaku: [string, number][], han: number, fu: number, yakuman: number, points: number, deltas: number[], scores: number[]}} Hora */
/** @typedef {{type: "ryukyoku", reason: string, deltas: number[], scores: number[], actor?: Seat, tehais?: (Pai[] | null)[], tenpais?: boolean[]}} Ryukyoku */
/** In records with the wall and its salt. @typedef {{type: "end_kyoku", wall?: Pai[], salt?: string}} EndKyoku */
/** @typedef {{type: "end_game", scores: number[], ranks: number[], points: number[], proofs?: {salt: string, wall: Pai[]}[]}} EndGame */

/** @typedef {StartGame | StartKyoku | Tsumo | Dahai | Chi | Pon | Daiminkan | Ankan | Kakan | Nukidora | Dora | Reach | ReachAccepted | Hora | Ryukyoku | EndKyoku | EndGame} Event */

// Rules

/**
 * A rule object: `preset` and the options of the rule catalogue; from the server it is always full.
 * @typedef {{preset: string, players?: 3 | 4, length?: Length, [option: string]: unknown}} Rules
 */

/**
 * One option of `/api/rules`. `allowed` is a list (choice, bool), a range (int) or a description of
 * a list or map; see `jantaku rules --catalogue`.
 * @typedef {{name: string, group: string, players: number[], type: string, allowed: any, default: Record<string, unknown>, description: string}} RuleOption
 */
/** @typedef {{groups: Record<string, string>, presets: string[], options: RuleOption[]}} RuleCatalogue */

// Rooms

/** Who has the records of a room: everybody, whoever knows the id, those who played. @typedef {"listed" | "unlisted" | "private"} RecordsKept */
/** @typedef {{kind: "human" | "bot" | "empty", name: string | null, ready: boolean, online: boolean, level: BotLevel | null}} RoomSeat */
/** @typedef {{code: string, rev: number, title: string | null, host: Seat, seat: Seat | null, rules: Rules, seats: RoomSeat[], spectators: number, state: "waiting" | "playing", table: string | null, password: boolean, seating: "as_seated" | "drawn", spectate_delay_s: number | null, spectate_view: string | null, records?: RecordsKept, public?: boolean, games?: number, rematch?: {seats: "kept" | "shuffled", agreed: Seat[]} | null, blocked?: {block: number, name: string}[]}} Room */
/** @typedef {{rules: Rules, title?: string, password?: string, seating?: "as_seated" | "drawn", spectate_delay_s?: number, spectate_view?: "full" | "public" | "none", records?: RecordsKept, public?: boolean}} RoomWish */

/** What the host changes; what is not there stays. @typedef {{title?: string, password?: string, rules?: Rules, seating?: "as_seated" | "drawn", spectate_delay_s?: number, spectate_view?: "full" | "public" | "none" | "rules", records?: RecordsKept, public?: boolean}} RoomEdit */
/** A public room that waits. @typedef {{code: string, title: string | null, host: string, seats: number, people: number, bots: number, preset: string, length: Length, differs: Record<string, unknown>, password: boolean, seating: "as_seated" | "drawn", spectate_view: string | null, since: number}} ListedRoom */
/** Rules that the account has saved. @typedef {{name: string, rules: Rules, valid: boolean}} RuleSet */

// The table, as the wire has it

/** @typedef {{type: "table_start", table: string, seat: Seat, names: string[], rules: Rules, mode: string, ranked: boolean}} TableStart */
/** @typedef {Chi | Pon | Daiminkan | Ankan | Kakan} MeldEvent */
/** @typedef {{pai: Pai, tsumogiri: boolean, reach: boolean, called_by: Seat | null}} WirePondTile */
/** @typedef {{bakaze: Wind, kyoku: number, honba: number, kyotaku: number, oya: Seat, scores: number[], live: number, dora_markers: Pai[]}} WireRound */
/** @typedef {{hand: Pai[], drawn: Pai | null, melds: MeldEvent[], pond: WirePondTile[], riichi: boolean, nukidora: number, presence: PresenceState}} WireSeat */
/**
 * `seat` null: one watches; then `view` says what of the table, and `delay_s` how far behind it.
 * @typedef {{type: "snapshot", id?: number | null, table: string, seq: number, seat: Seat | null, names: string[], rules: Rules, mode: string, ranked: boolean, round: WireRound, seats: WireSeat[], furiten: boolean, auto: AutoOrders, view?: WatchView | null, delay_s?: number | null}} Snapshot
 */
/** What watchers see: all hands, or what lies open to all. @typedef {"full" | "public"} WatchView */
/** @typedef {{win: boolean, no_call: boolean, tsumogiri: boolean, kita: boolean}} AutoOrders */
/** @typedef {{pai: Pai, left: number, han: number, points: number, no_yaku: boolean, furiten: boolean}} HintWait */

/**
 * A frame of the server about a table, after `table_start` or `snapshot`.
 * @typedef {{type: "event", table: string, seq: number, event: Event}
 *   | {type: "skip", table: string, seq: number}
 *   | {type: "ask", table: string, decision: string, options: Option[], default: number, time: {base_ms: number, bank_ms: number}}
 *   | {type: "timed_out", table: string, decision: string}
 *   | {type: "furiten", table: string, furiten: boolean}
 *   | {type: "hint", table: string, waits: HintWait[], by_discard: Record<string, HintWait[]>}
 *   | ({type: "auto", table: string} & AutoOrders)
 *   | {type: "round_end", table: string, next_ms: number, confirmed: boolean[]}
 *   | {type: "said", table: string, seat: Seat, stamp: Stamp}
 *   | {type: "watchers", table: string, count: number}
 *   | {type: "presence", table: string, seat: Seat, state: PresenceState}
 *   | {type: "vote", table: string, kind: "end" | "pause" | "resume", agreed: number, needed: number, ends_ms: number}
 *   | {type: "paused", table: string, until_ms: number, by: Seat, budget_ms: number}
 *   | {type: "resumed", table: string, budget_ms: number}
 *   | {type: "table_over", id?: number | null, table: string}} TableFrame
 */

// The table, as the client has it (js/model/table.js)

/**
 * A meld. `tiles` in the order in which they lie; `sideways` is the index of the turned tile (-1: none,
 * a concealed kan, of which the middle two lie open), `added` the tile laid on it (kakan), `from` the
 * seat that it came from.
 * @typedef {{type: "chi" | "pon" | "daiminkan" | "ankan" | "kakan", tiles: Pai[], sideways: number, added: Pai | null, from: Seat | null}} Meld
 */

/** @typedef {{pai: Pai, tsumogiri: boolean, reach: boolean, calledBy: Seat | null, seq: number}} PondTile */

/**
 * `hand` is sorted (hidden: `?`) and without `drawn`. `riichi` is true once declared, `accepted` once the
 * stick is paid; `turned`: the next discard lies sideways. `shown` is a hand that has been laid open (at the
 * end of a round, or by open riichi).
 * @typedef {{hand: Pai[], drawn: Pai | null, melds: Meld[], pond: PondTile[], riichi: boolean, accepted: boolean, turned: boolean, nukidora: number, presence: PresenceState, shown: Pai[] | null}} SeatState
 */

/**
 * `at` is the monotonic time (performance.now) at which the frame came; `left` of the clock is
 * `base_ms + bank_ms - (now - at)`.
 * @typedef {{decision: string, options: Option[], default: number, base_ms: number, bank_ms: number, at: number}} Ask
 */

/**
 * An act that was sent and not yet seen as an event. `state`: waiting for the answer, or answered `ok`.
 * @typedef {{decision: string, option: number, action: Option, at: number, state: "sent" | "ok"}} Pending
 */

/**
 * One line of the log, in the order of the stream; the table turns it into words.
 * `kind`: an event type, or `timed_out`, `said`, `presence`.
 * @typedef {{seq: number, kind: string, seat: Seat | null, pai: Pai | null, from: Seat | null, detail: any}} LogLine
 */

/**
 * @typedef {{wins: Hora[], draw: Ryukyoku | null, before: number[], after: number[], honba: number, kyotaku: number}} RoundResult
 */

/** @typedef {{bakaze: Wind, kyoku: number, honba: number, kyotaku: number, oya: Seat, scores: number[], live: number, doraMarkers: Pai[]}} RoundState */

/**
 * The table as one seat knows it. A value: `apply` makes a new one and never changes an old one.
 * `seq` is the last event seen (-1: none). `turn` is the seat whose turn is public. `offered` is the
 * tile that others may claim at the moment: the last discard, added kan or north (for the ring).
 * `last` is the newest event that is worth showing, with its `seq`: for animations and sounds.
 * `instant`: the model is catching up, show it without animation. `wins` are those of the running
 * round end. `over`: the game ended without `end_game`. `watched`: nobody of this page sits there, seats
 * are called by their winds.
 * @typedef {{
 *   id: string, seq: number, seat: Seat, watched: boolean, players: 3 | 4, names: string[], rules: Rules, mode: string, ranked: boolean,
 *   round: RoundState, seats: SeatState[], turn: Seat | null,
 *   offered: {seat: Seat, kind: "dahai" | "kakan" | "ankan" | "nukidora", pai: Pai} | null,
 *   last: {seq: number, event: Event} | null, instant: boolean,
 *   ask: Ask | null, pending: Pending | null, timedOut: {decision: string, at: number} | null,
 *   furiten: boolean, hint: {waits: HintWait[], byDiscard: Record<string, HintWait[]>} | null, auto: AutoOrders,
 *   roundResult: RoundResult | null, roundEnd: {next_ms: number, confirmed: boolean[], at: number} | null,
 *   result: EndGame | null, over: boolean,
 *   vote: Vote | null, pauseVote: Vote | null, paused: {by: Seat, until_ms: number, at: number} | null,
 *   said: {seat: Seat, stamp: Stamp, at: number} | null, watchers: number, log: LogLine[], muted: Seat[],
 * }} TableModel
 */

/** A vote that is open. @typedef {{kind: "end" | "pause" | "resume", agreed: number, needed: number, ends_ms: number, at: number}} Vote */

// Watching (docs/protocol.md, "Watching")

/** A running game as `watch_list` has it. @typedef {{table: string, mode: string, ranked: boolean, names: string[], round: string | null, watchers: number, view: WatchView, delay_s: number, tier?: string, ranks?: Rank[]}} LiveGame */

/**
 * A round of a watched game as far as it has come: its name (`E2.1`), the table at its deal, and the frames
 * of its events since.
 * @typedef {{name: string, base: TableModel, frames: Extract<TableFrame, {seq: number}>[]}} WatchedRound
 */
/** What has been seen of a watched game; `table` is the newest moment. @typedef {{rounds: WatchedRound[], table: TableModel}} Reel */

/**
 * The game that one watches. `waiting`: nothing is to be seen before `starts` (monotonic ms). `over`: all has
 * been seen. `refused`: `fault` says why.
 * @typedef {{
 *   table: string, state: "asking" | "waiting" | "on" | "over" | "refused", reel: Reel | null, starts: number | null,
 *   view: WatchView | null, delay: number | null, fault: Refusal | null,
 * }} Watching
 */

/** What a seat could know of its hand, from `get_analysis`. @typedef {{shanten: number, useful: Record<Pai, number>, waits: HintWait[], by_discard: Record<Pai, HintWait[]>, furiten: boolean}} SeatAnalysis */

// A finished game (docs/protocol.md, "Records")

/** `guarded`: not everybody may have it (yet). @typedef {{id: string, rules: Rules, names: string[], events: Event[], guarded?: boolean}} GameRecord */

/**
 * A round of a record: the scores with which it was dealt and ended, and how it ended.
 * @typedef {{bakaze: Wind, kyoku: number, honba: number, oya: Seat, before: number[], after: number[],
 *   wins: Hora[], draw: Ryukyoku | null}} RecordRound
 */

// The state of the app (js/state/store.js)

/**
 * `idle`: no account yet, nothing is sent before the first visitor's first press. `elsewhere`: the account
 * was opened in another page, which goes on there. `failed`: the server takes nobody, `problem` says why.
 * @typedef {"idle" | "connecting" | "online" | "reconnecting" | "elsewhere" | "failed"} Status
 */
/** `registered`: the name and a password open the account, not only the token. @typedef {{account: string, name: string, registered: boolean}} Me */

/**
 * A short message over the screen. `kind` decides the colour and the role; `text` is shown as it is.
 * @typedef {{kind: "info" | "error", text: string, key: number}} Toast
 */

/**
 * Something about the server that people should know; `ends`: when it happens at the latest (monotonic ms).
 * @typedef {{code: string, message: string, ends: number | null}} Notice
 */

/**
 * Settings of this device. Volumes are 0 to 1. `keys` maps an action of the table to a key.
 * `indexMarks`: a small Latin index on each tile. `twoTaps`: null = by the pointer (touch: two).
 * @typedef {{
 *   lang: Lang, yakuNames: "translated" | "romaji",
 *   volume: {main: number, tiles: number, voices: number, alerts: number},
 *   tileSize: "S" | "M" | "L", faces: "ivory" | "dark", theme: "green" | "blue" | "dark",
 *   indexMarks: boolean, redDots: boolean, twoTaps: boolean | null, oneRowHand: boolean, animations: boolean,
 *   rightClick: "pass" | "tsumogiri" | "none", keyboard: boolean, keys: Record<string, string>, keepAuto: boolean,
 *   autoSort: boolean, calledGap: "outline" | "gone", showLog: boolean, vibrate: boolean,
 * }} Settings
 */

// People (docs/protocol.md, "Friends")

/** @typedef {{account: string, name: string}} Person */
/** @typedef {"offline" | "online" | "room" | "queue" | "playing"} FriendState */
/** @typedef {Person & {state: FriendState}} Friend */
/** What people are to the account: null before the server has said so. @typedef {{friends: Friend[], asks_you: Person[], asked: Person[]}} Friends */
/** A friend asks us into a room. @typedef {{from: Person, code: string, title: string | null, password: boolean}} Invitation */

// Ranked play (docs/protocol.md, "Ranked play")

/** @typedef {"4p_east" | "4p_south" | "3p_east" | "3p_south"} QueueName */
/** `promote`: how many points lead to the next rank. @typedef {{title: string, stars: number, points: number, promote: number}} Rank */
/** @typedef {{queue: QueueName, tier: string, waiting: number, estimate_s: number | null, open: boolean}} QueueLine */
/** @typedef {{queues: QueueLine[], ranks: Record<string, Rank>, pause_s: number}} Queues */
/** The queue in which one waits; `since` in monotonic ms. @typedef {{queue: QueueName, tier: string, waiting: number, since: number, estimate: number | null}} Queued */
/** @typedef {{table: string, before: Rank, after: Rank, delta: number, rating?: {before: number, after: number}, pause_s?: number}} RankChange */

// Profiles, leaderboards, announcements (docs/protocol.md, "Profiles and leaderboards")

/**
 * @typedef {{
 *   kind: string, games: number, rounds: number, places: number[], mean_rank: number | null, mean_score: number | null,
 *   mean_points: number | null, bust_rate: number | null, wins: number, win_rate: number | null, self_draw_rate: number | null,
 *   mean_win: number | null, deal_ins: number, deal_in_rate: number | null, mean_deal_in: number | null, riichi: number,
 *   riichi_rate: number | null, riichi_win_rate: number | null, calls: number, call_rate: number | null, draws: number,
 *   tenpai_rate: number | null, yakuman: Record<string, number>,
 * }} PlayFigures
 */
/** @typedef {{kind: string, game: string, ended: number, seat: Seat, round: string, step: number, self_draw: boolean, points: number, han: number, fu: number, yakuman: number, yaku: [string, number][]}} BestHand */
/** @typedef {{rank: Rank, rating: number, games: number, place: number | null}} Standing */
/** @typedef {{game: string, ended: number, place: number, delta: number, rank: Rank, rating: number}} RankStep */
/**
 * @typedef {{
 *   account: string, name: string, own: boolean, figures: PlayFigures[], ranks: Record<string, Standing>,
 *   history: Record<string, RankStep[]>, best: BestHand[], recent: import("./ui/lobby/records.js").GameLine[],
 * }} Profile
 */
/** @typedef {{place: number, account: string, name: string, rank: Rank, rating: number, games: number}} LeaderRow */
/** @typedef {{kind: "4p" | "3p", by: "rank" | "rating", rows: LeaderRow[], total: number, own: number | null}} Leaderboard */
/** `text` by language. @typedef {{key: string, text: Record<string, string>, at: number, until: number | null}} Announcement */

/** @typedef {import("./net/wire.js").Refusal} Refusal */

/**
 * @typedef {{
 *   status: Status, problem: string | null, me: Me | null, room: Room | null, table: TableModel | null, watching: Watching | null, catalogue: RuleCatalogue | null,
 *   friends: Friends | null, invitation: Invitation | null, queued: Queued | null, announcements: Announcement[], rankChange: RankChange | null, settings: Settings, toast: Toast | null, notice: Notice | null, rtt: number | null, seatIn: {table: string, seat: Seat} | null,
 * }} AppState
 */

export {};
