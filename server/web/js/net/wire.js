/**
 * The connection to the server: requests and answers, pings, and coming back when the line breaks.
 * It knows nothing of rooms and tables: what is said first on a new connection (`greet`), and what
 * frames mean, is the session's.
 */


/**
 * A message to the server, without its `id`.
 * @typedef {{type: string, [field: string]: unknown}} Message
 */

/** @typedef {{type: string, id?: number | null, [field: string]: any}} Frame */

/**
 * What a wire needs of its surroundings; tests give their own.
 * @typedef {{
 *   open: () => WebSocket,
 *   now: () => number,
 *   random: () => number,
 *   later: (run: () => void, ms: number) => number,
 *   cancel: (timer: number) => void,
 * }} Surroundings
 */

/**
 * @typedef {{
 *   greet: () => Promise<void>,
 *   frame: (frame: Frame, at: number) => void,
 *   status: (status: "connecting" | "online" | "reconnecting" | "elsewhere", problem: string | null) => void,
 *   rtt: (ms: number) => void,
 *   stillOpen: (message: Message) => boolean,
 *   waits?: () => boolean,
 * }} Listeners
 * `greet` says hello and takes up the table; `stillOpen` tells whether a request without an answer is
 * worth sending again on a new connection; `waits`, whether the server has said that nothing comes for a while.
 */

/** @typedef {{id: number, message: Message, early: boolean, resolve: (frame: Frame) => void, reject: (refusal: Refusal) => void}} Waiting */

/** When to ping, when to give a connection up (ms). */
const TIMING = {
  ping: 10_000,
  /** No frame for so long, although a ping was sent: the line is dead. */
  silence: 15_000,
  /** How long a ping may take before it tells that (also after the page was asleep). */
  pong: 5_000,
  /** The same where the browser has just said that the page or the network is back. */
  probe: 2_000,
  /** An attempt that is not greeted by then is given up. */
  attempt: 5_000,
  tick: 1_000,
};

/** How long to wait before the first attempts (ms); the last of these before all others. */
const STEPS = [0, 500, 1000, 2000, 4000, 8000];

/** The close code that says that the account was opened on another connection. */
const ELSEWHERE = 4409;

/** What the server answers to a request that it does not carry out (docs/protocol.md, "Error codes"). */
export class Refusal extends Error {
  /**
   * @param {string} code name of the error; `offline` and `unanswered` are the client's own
   * @param {string} message one sentence for a person, in English
   * @param {string | null} [field] path of the field that is wrong, such as `rules.kuikae`
   * @param {number | null} [wait] seconds until it may be tried again, where that is known
   */
  constructor(code, message, field = null, wait = null) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.field = field;
    this.wait = wait;
  }
}

export class Wire {
  /**
   * @param {Surroundings} surroundings
   * @param {Listeners} listeners
   * @param {number} firstId ids go up from here: never used before by this account and client
   */
  constructor(surroundings, listeners, firstId) {
    this.around = surroundings;
    this.listeners = listeners;
    this.nextId = firstId;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.running = false;
    this.greeted = false;
    this.failures = 0;
    this.received = 0;
    this.lastFrame = 0;
    this.lastPing = 0;
    /** @type {number | null} */
    this.retry = null;
    /** @type {number | null} */
    this.ticking = null;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
  }

  /** Connect, and stay connected. */
  start() {
    if (this.running) return;
    this.running = true;
    this.failures = 0;
    this.listeners.status("connecting", null);
    this.#connect();
  }

  /** Close the connection; requests without an answer are refused. */
  stop() {
    this.running = false;
    this.#drop();
    this.#forget(() => true, new Refusal("offline", "The connection was closed."));
  }

  /** Close the connection and open a new one, to greet anew. */
  restart() {
    this.stop();
    this.start();
  }

  /**
   * Send a request. It waits for the connection, and survives a new one.
   *
   * @param {Message} message
   * @returns {Promise<Frame>} the answer; rejected with a `Refusal`
   */
  request(message) {
    return this.#ask(message, false);
  }

  /**
   * Send a request of the greeting: before all others, and only on this connection.
   *
   * @param {Message} message
   * @returns {Promise<Frame>}
   */
  greeting(message) {
    return this.#ask(message, true);
  }

  /**
   * Send something whose answer does not matter, if there is a connection.
   *
   * @param {Message} message
   */
  tell(message) {
    if (this.greeted) this.#send({ ...message, id: this.nextId++ });
  }

  /** The page or the network is back: see at once whether the line still holds. */
  probe() {
    if (!this.running) return;
    if (!this.socket) {
      this.failures = 0;
      this.#connect();
      return;
    }
    if (!this.greeted) return;
    const { socket, received } = this;
    this.#ping();
    this.around.later(() => {
      if (this.socket === socket && this.received === received) this.#lost(null);
    }, TIMING.probe);
  }

  /**
   * @param {Message} message
   * @param {boolean} early
   * @returns {Promise<Frame>}
   */
  #ask(message, early) {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { id, message, early, resolve, reject });
      if (this.greeted || early) this.#send({ ...message, id });
    });
  }

  #connect() {
    if (this.retry !== null) this.around.cancel(this.retry);
    this.retry = null;
    const socket = this.around.open();
    this.socket = socket;
    this.greeted = false;
    const late = () => {
      if (this.socket !== socket || this.greeted) return;
      if (this.listeners.waits?.()) attempt = this.around.later(late, TIMING.attempt);
      else this.#lost(null);
    };
    let attempt = this.around.later(late, TIMING.attempt);
    socket.onopen = () => {
      this.lastFrame = this.lastPing = this.around.now();
      this.listeners.greet().then(
        () => {
          if (this.socket !== socket) return;
          this.around.cancel(attempt);
          this.#online();
        },
        (/** @type {unknown} */ fault) => {
          if (this.socket === socket) this.#lost(fault instanceof Refusal ? fault.message : String(fault));
        },
      );
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.#receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      this.around.cancel(attempt);
      if (this.socket !== socket) return;
      if (event.code === ELSEWHERE) this.#elsewhere();
      else this.#lost(null);
    };
  }

  #online() {
    this.greeted = true;
    this.failures = 0;
    this.listeners.status("online", null);
    for (const { id, message, early, reject } of [...this.waiting.values()]) {
      if (early) continue;
      if (this.listeners.stillOpen(message)) {
        this.#send({ ...message, id });
      } else {
        this.waiting.delete(id);
        reject(new Refusal("unanswered", "The line broke before the answer came."));
      }
    }
    this.#ping();
    this.#tick();
  }

  #tick() {
    if (this.ticking !== null) this.around.cancel(this.ticking);
    this.ticking = null;
    if (!this.greeted) return;
    const now = this.around.now();
    const quiet = now - this.lastFrame;
    // Timers of a hidden page come late: silence counts only after a ping had its chance.
    if (quiet >= TIMING.silence && this.lastPing > this.lastFrame && now - this.lastPing >= TIMING.pong) {
      this.#lost(null);
      return;
    }
    if (now - this.lastPing >= TIMING.ping) this.#ping();
    this.ticking = this.around.later(() => this.#tick(), TIMING.tick);
  }

  #ping() {
    this.lastPing = this.around.now();
    this.#send({ type: "ping", id: this.nextId++, t: this.lastPing });
  }

  /** @param {Frame} frame */
  #receive(frame) {
    const at = this.around.now();
    this.lastFrame = at;
    this.received += 1;
    if (frame.type === "pong") {
      this.listeners.rtt(at - frame.t);
      return;
    }
    if (frame.type === "bye" && frame.code === "another_login") {
      this.#elsewhere();
      return;
    }
    this.listeners.frame(frame, at);
    const asked = typeof frame.id === "number" ? this.waiting.get(frame.id) : undefined;
    if (!asked) return;
    this.waiting.delete(asked.id);
    if (frame.type === "error") asked.reject(new Refusal(frame.code, frame.message, frame.field, frame.wait_s));
    else asked.resolve(frame);
  }

  /**
   * The line is gone: try again, endlessly.
   *
   * @param {string | null} problem why the server did not take us, if it said so
   */
  #lost(problem) {
    this.#drop();
    this.#forget((asked) => asked.early, new Refusal("offline", "The connection was lost."));
    if (!this.running) return;
    this.listeners.status("reconnecting", problem);
    const wait = waitBefore(this.failures, this.around.random());
    this.failures += 1;
    this.retry = this.around.later(() => this.#connect(), wait);
  }

  #elsewhere() {
    this.stop();
    this.listeners.status("elsewhere", null);
  }

  #drop() {
    const { socket } = this;
    if (this.retry !== null) this.around.cancel(this.retry);
    if (this.ticking !== null) this.around.cancel(this.ticking);
    this.retry = this.ticking = this.socket = null;
    this.greeted = false;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  /**
   * @param {(asked: Waiting) => boolean} which
   * @param {Refusal} refusal
   */
  #forget(which, refusal) {
    for (const asked of [...this.waiting.values()]) {
      if (!which(asked)) continue;
      this.waiting.delete(asked.id);
      asked.reject(refusal);
    }
  }

  /** @param {Message} message */
  #send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }
}

/**
 * How long to wait before an attempt.
 *
 * @param {number} failures attempts that failed in a row
 * @param {number} random from 0 up to 1
 * @returns {number} ms, up to a quarter less than the step, so that clients do not come all at once
 */
export function waitBefore(failures, random) {
  return STEPS[Math.min(failures, STEPS.length - 1)] * (1 - random / 4);
}
