/** The connection over fake sockets and a fake clock: requests, silence, coming back. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Wire, waitBefore } from "../../server/web/js/net/wire.js";

class World {
  constructor() {
    this.time = 0;
    this.timers = [];
    this.sockets = [];
    this.statuses = [];
    this.frames = [];
    this.rtts = [];
    this.open = new Set();
    this.wire = new Wire(
      {
        open: () => {
          const socket = new FakeSocket();
          this.sockets.push(socket);
          return socket;
        },
        now: () => this.time,
        random: () => 0,
        later: (run, ms) => this.timers.push({ run, at: this.time + ms }),
        cancel: (number) => {
          this.timers[number - 1] = null;
        },
      },
      {
        greet: async () => {
          await this.wire.greeting({ type: "hello" });
        },
        frame: (frame) => this.frames.push(frame),
        status: (status, problem) => this.statuses.push(problem ? `${status}: ${problem}` : status),
        rtt: (ms) => this.rtts.push(ms),
        stillOpen: (message) => message.type !== "act" || this.open.has(message.decision),
      },
      100,
    );
  }

  get socket() {
    return this.sockets.at(-1);
  }

  /** Let time go by, timers in their order. */
  async pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const due = this.timers.filter((timer) => timer && timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.timers[this.timers.indexOf(due)] = null;
      this.time = Math.max(this.time, due.at);
      due.run();
      await settle();
    }
    this.time = end;
  }

  /** Accept the newest connection and greet. */
  async greet() {
    this.socket.accept();
    await this.answer("hello", "welcome");
  }

  /** Answer the newest request of a type. */
  async answer(type, reply, fields = {}) {
    const { id, t } = this.socket.sent.findLast((message) => message.type === type);
    this.socket.deliver({ type: reply, id, ...(type === "ping" ? { t } : {}), ...fields });
    await settle();
  }

  sent(type) {
    return this.socket.sent.filter((message) => message.type === type);
  }
}

class FakeSocket {
  constructor() {
    this.readyState = 0;
    this.sent = [];
    this.closed = false;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }

  accept() {
    this.readyState = 1;
    this.onopen({});
  }

  deliver(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  fail(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function online() {
  const world = new World();
  world.wire.start();
  await world.greet();
  return world;
}

test("requests wait for the greeting, answers find them", async () => {
  const world = new World();
  const early = world.wire.request({ type: "ready", ready: true });
  world.wire.start();
  world.socket.accept();
  await settle();
  assert.equal(world.sent("ready").length, 0);
  await world.answer("hello", "welcome");
  await world.answer("ready", "ok");
  assert.equal((await early).type, "ok");
  const fault = { code: "not_host", message: "Only the host.", field: "seat" };
  const refused = assert.rejects(world.wire.request({ type: "add_bot" }), fault);
  await world.answer("add_bot", "error", fault);
  await refused;
  assert.deepEqual(world.statuses, ["connecting", "online"]);
});

test("a ping every ten seconds, its round trip measured", async () => {
  const world = await online();
  await world.answer("ping", "pong");
  await world.pass(9_000);
  assert.equal(world.sent("ping").length, 1);
  await world.pass(1_500);
  assert.equal(world.sent("ping").length, 2);
  world.time += 80;
  await world.answer("ping", "pong");
  assert.ok(world.rtts.at(-1) >= 80);
});

test("fifteen seconds of silence end a connection", async () => {
  const world = await online();
  await world.pass(14_000);
  assert.equal(world.statuses.at(-1), "online");
  await world.pass(2_000);
  assert.equal(world.statuses.at(-1), "reconnecting");
  assert.equal(world.sockets.length, 2);
  assert.ok(world.sockets[0].closed);
});

test("a page that slept gives its ping a chance", async () => {
  const world = await online();
  await world.answer("ping", "pong");
  const tick = world.timers.find(Boolean);
  world.time += 60_000;
  world.timers[world.timers.indexOf(tick)] = null;
  tick.run();
  assert.equal(world.statuses.at(-1), "online");
  await world.answer("ping", "pong");
  await world.pass(4_000);
  assert.equal(world.statuses.at(-1), "online");
});

test("attempts come after growing waits, each given up after five seconds", async () => {
  const world = await online();
  world.socket.fail();
  const opened = [];
  let count = world.sockets.length;
  for (let ms = 0; ms < 60_000; ms += 100) {
    await world.pass(100);
    if (world.sockets.length > count) {
      opened.push(Math.round((world.time - 100) / 100) / 10);
      count = world.sockets.length;
    }
  }
  const gaps = opened.slice(1).map((at, place) => Math.round(2 * (at - opened[place])) / 2);
  assert.deepEqual(gaps.slice(0, 6), [5.5, 6, 7, 9, 13, 13]);
  while (world.socket.closed) await world.pass(100);
  await world.greet();
  assert.equal(world.statuses.at(-1), "online");
});

test("waits have jitter and never grow past eight seconds", () => {
  assert.equal(waitBefore(0, 0.9), 0);
  assert.equal(waitBefore(2, 0), 1000);
  assert.equal(waitBefore(2, 1), 750);
  assert.equal(waitBefore(99, 0), 8000);
});

test("what was not answered goes again with the same id, an act only if it is still open", async () => {
  const world = await online();
  const act = world.wire.request({ type: "act", decision: "open" });
  const late = world.wire.request({ type: "act", decision: "closed" });
  const ready = world.wire.request({ type: "ready", ready: true });
  const ids = world.socket.sent.map((message) => [message.type, message.id]);
  world.open.add("open");
  world.socket.fail();
  late.catch(() => {});
  await world.pass(10);
  await world.greet();
  await assert.rejects(late, { code: "unanswered" });
  for (const type of ["act", "ready"]) {
    const [again] = world.sent(type);
    assert.deepEqual([type, again.id], ids.find(([kind]) => kind === type));
  }
  assert.equal(world.sent("act").length, 1);
  await world.answer("act", "ok");
  await world.answer("ready", "ok");
  await Promise.all([act, ready]);
});

test("opened elsewhere: no fight, until a person says so", async () => {
  const world = await online();
  world.socket.deliver({ type: "bye", code: "another_login" });
  await world.pass(60_000);
  assert.equal(world.sockets.length, 1);
  assert.equal(world.statuses.at(-1), "elsewhere");
  world.wire.start();
  assert.equal(world.sockets.length, 2);
  world.socket.accept();
  await world.answer("hello", "welcome");
  world.socket.fail(4409);
  await world.pass(60_000);
  assert.equal(world.sockets.length, 2);
});

test("a probe finds a dead line in two seconds, and tries at once where there is none", async () => {
  const world = await online();
  await world.answer("ping", "pong");
  world.wire.probe();
  await world.answer("ping", "pong");
  await world.pass(2_500);
  assert.equal(world.sockets.length, 1);
  world.wire.probe();
  await world.pass(2_500);
  assert.equal(world.sockets.length, 2);
  world.socket.fail();
  await world.pass(100);
  const before = world.sockets.length;
  world.wire.probe();
  assert.equal(world.sockets.length, before + 1);
});

test("a refused hello says why, and is tried again", async () => {
  const world = new World();
  world.wire.start();
  world.socket.accept();
  await world.answer("hello", "error", { code: "server_full", message: "The server is full.", field: null });
  assert.equal(world.statuses.at(-1), "reconnecting: The server is full.");
  await world.pass(1_000);
  assert.equal(world.sockets.length, 2);
});
