"""A newcomer's first evening: guest, a room with other rules, an account, a ranked game, a profile.

Four of them are a ranked table: python newcomer.py ws://127.0.0.1:8765/ws Aki Ben Chie Dai
"""

import asyncio, json, secrets, sys
from itertools import count
from websockets.asyncio.client import connect

class Newcomer:
    def __init__(self, socket):
        self.socket, self.ids, self.answers, self.ends, self.ranks = socket, count(1), {}, asyncio.Queue(), asyncio.Queue()

    async def ask(self, kind, **fields):
        """Send a request; return its answer: `ok`, or a message of its own."""
        self.answers[number := next(self.ids)] = answer = asyncio.Future()
        await self.socket.send(json.dumps({"type": kind, "id": number, **fields}))
        if (found := await answer)["type"] == "error":
            raise RuntimeError(f"{kind}: {found['code']}: {found['message']}")
        return found

    async def listen(self):
        """Read everything that comes; win if there is a win, else answer by default."""
        async for frame in self.socket:
            match json.loads(frame):
                case {"id": int(number), **answer} if number in self.answers:
                    self.answers.pop(number).set_result(answer)
                case {"type": "ask", "table": table, "decision": decision, "options": options, "default": default}:
                    win = next((i for i, option in enumerate(options) if option["type"] == "hora"), default)
                    await self.socket.send(json.dumps({"type": "act", "table": table, "decision": decision, "option": win}))
                case {"type": "round_end", "table": table, "confirmed": confirmed} if not all(confirmed):
                    await self.socket.send(json.dumps({"type": "confirm", "table": table}))
                case {"type": "event", "event": {"type": "end_game", "ranks": ranks}}:
                    self.ends.put_nowait(ranks)
                case {"type": "rank_change"} as change:
                    self.ranks.put_nowait(change)

async def evening(url, name):
    async with connect(url, subprotocols=["jantaku.v1"], max_size=None) as socket:
        me = Newcomer(socket)
        listening = asyncio.create_task(me.listen())
        await me.ask("hello", client=secrets.token_urlsafe(9))
        await me.ask("create_room", rules={"preset": "majsoul_friend_4p", "length": "one_round", "kuikae": "allowed"})
        await me.ask("ready", ready=True)
        await me.ask("start_room", fill=True)
        print(f"{name}: friend room, places {await me.ends.get()}")
        await me.ask("leave_room")
        kept = await me.ask("register", name=name, password=secrets.token_urlsafe(12))
        print(f"{name}: registered, the way back from a lost password is {kept['recovery_code']}")
        await me.ask("join_queue", queue="4p_east")
        change = await me.ranks.get()
        print(f"{name}: ranked, {change['delta']:+} points, now {change['after']['title']} {change['after']['stars']}")
        profile = await me.ask("get_profile")
        print(f"{name}: profile, games by kind {({line['kind']: line['games'] for line in profile['figures']})}")
        listening.cancel()

async def main(url, *names):
    await asyncio.gather(*(evening(url, name) for name in names))

asyncio.run(main(*sys.argv[1:]))
