"""The door: how many connections may be there, in all and of one address, and for how long one may
take to say what it wants.

A connection is *waiting* from the moment it is accepted until its websocket is open or its HTTP
request is answered; then it is *inside*, or gone. Both count for its address. When too many wait
in all, the oldest of the address with the most of them has to go: whoever fills the door with
connections that never speak shuts out nobody else.
"""

from typing import Literal, Protocol, TypeAlias

import msgspec
from websockets.datastructures import Headers

from server.clock import Clock, Timer
from server.config import Config
from server.log import get_logger
from server.metrics import Metrics
from server.net.addresses import Networks, Proxies, is_forwarded, party
from server.net.limits import Buckets

Refusal: TypeAlias = Literal["too_many_connections", "too_fast"]

log = get_logger("door")


class Peer(msgspec.Struct, frozen=True):
    """Who is on the other side of a connection, as far as is known.

    `party` is what limits count the address as. `unlimited`: the limits on one address do not
    hold for it.
    """

    address: str
    party: str
    unlimited: bool = False


class Caller(Protocol):
    """What the door needs of an accepted connection."""

    def drop(self) -> None:
        """Cut the connection off at once, without a word."""


class _Visit:
    """One connection while it is there."""

    __slots__ = ("deadline", "inside", "key", "peer")

    def __init__(self, peer: Peer, key: str) -> None:
        self.peer = peer
        self.key = key
        """What it is counted under: a party, or a proxy whose client is not known yet."""
        self.inside = False
        self.deadline: Timer | None = None


class Door:
    """Counts connections and turns away those that are too many."""

    def __init__(self, clock: Clock, config: Config, metrics: Metrics) -> None:
        self._clock = clock
        self._config = config
        self._metrics = metrics
        self.proxies = Proxies(config.trusted_proxies, config.forwarded_header)
        self._unlimited = Networks(config.unlimited_addresses)
        self._rate = Buckets(clock, config.connection_rate, config.connection_burst)
        self._visits: dict[Caller, _Visit] = {}
        # By key, in order of arrival; dictionaries because they keep it and forget in one step.
        self._waiting: dict[str, dict[Caller, None]] = {}
        self._waiting_count = 0
        self._inside: dict[str, int] = {}
        self._warned = False

    @property
    def waiting(self) -> int:
        """Connections that have not said yet what they want."""
        return self._waiting_count

    def accept(self, caller: Caller, address: str) -> Refusal | None:
        """Count a connection that was just accepted, or say why it may not stay."""
        peer = Peer(address, party(address), address in self._unlimited)
        # A proxy's connections belong to its clients, who are known with the request.
        key = f"proxy {address}" if self.proxies.trusts(address) else peer.party
        if not key.startswith("proxy ") and (refusal := self._refusal(peer)) is not None:
            return self._refuse(peer, refusal)
        visit = _Visit(peer, key)
        self._visits[caller] = visit
        self._wait(caller, visit)
        visit.deadline = self._clock.call_later(
            self._config.handshake_s, lambda: self._too_late(caller)
        )
        while self._waiting_count > self._config.max_handshakes:
            self._evict()
        return None

    def identify(self, caller: Caller, headers: Headers) -> Refusal | None:
        """Learn from a request who is calling, or say why it may not go on."""
        visit = self._visits.get(caller)
        if visit is None:
            return None
        known = visit.peer
        direct = known.address
        address = self.proxies.client(direct, headers)
        forwarded = is_forwarded(headers)
        if forwarded and not self.proxies.trusts(direct):
            self._warn(direct)
        # Through a proxy that is not trusted, or that does not say for whom, come strangers.
        unlimited = address in self._unlimited and not (forwarded and address == direct)
        peer = visit.peer = Peer(address, party(address), unlimited)
        if visit.key == peer.party and peer.unlimited == known.unlimited:
            return None
        self._leave(caller, visit)
        visit.key = peer.party
        refusal = self._refusal(peer)
        self._wait(caller, visit)
        return None if refusal is None else self._refuse(peer, refusal)

    def enter(self, caller: Caller) -> None:
        """Note that a connection's websocket is open."""
        visit = self._visits.get(caller)
        if visit is None or visit.inside:
            return
        self._leave(caller, visit)
        self._stop(visit)
        visit.inside = True
        self._inside[visit.key] = self._inside.get(visit.key, 0) + 1

    def gone(self, caller: Caller) -> None:
        """Forget a connection; harmless for one that was refused."""
        visit = self._visits.pop(caller, None)
        if visit is None:
            return
        self._leave(caller, visit)
        self._stop(visit)

    def peer(self, caller: Caller, address: str) -> Peer:
        """Return who is on a connection; `address` counts where it is gone already."""
        visit = self._visits.get(caller)
        return visit.peer if visit is not None else Peer(address, party(address))

    def clear(self) -> None:
        """Cut off all that wait: a server that stops owes them nothing."""
        for caller, visit in tuple(self._visits.items()):
            if not visit.inside:
                caller.drop()

    def _refusal(self, peer: Peer) -> Refusal | None:
        if peer.unlimited:
            return None
        there = self._inside.get(peer.party, 0) + len(self._waiting.get(peer.party, ()))
        if there >= self._config.max_connections_address:
            return "too_many_connections"
        return None if self._rate.take(peer.party) else "too_fast"

    def _refuse(self, peer: Peer, refusal: Refusal) -> Refusal:
        self._metrics.connections_refused.labels(refusal).inc()
        log.debug("refused", address=peer.address, reason=refusal)
        return refusal

    def _wait(self, caller: Caller, visit: _Visit) -> None:
        self._waiting.setdefault(visit.key, {})[caller] = None
        self._waiting_count += 1

    def _leave(self, caller: Caller, visit: _Visit) -> None:
        """Take a connection out of the counts."""
        if visit.inside:
            self._inside[visit.key] -= 1
            if not self._inside[visit.key]:
                del self._inside[visit.key]
            return
        callers = self._waiting[visit.key]
        del callers[caller]
        self._waiting_count -= 1
        if not callers:
            del self._waiting[visit.key]

    def _evict(self) -> None:
        crowd = max(self._waiting.values(), key=len)
        self._cut(next(iter(crowd)), "door_full")

    def _too_late(self, caller: Caller) -> None:
        self._cut(caller, "handshake_late")

    def _cut(self, caller: Caller, reason: str) -> None:
        log.debug("cut_off", address=self._visits[caller].peer.address, reason=reason)
        self._metrics.connections_refused.labels(reason).inc()
        self.gone(caller)
        caller.drop()

    def _stop(self, visit: _Visit) -> None:
        if visit.deadline is not None:
            visit.deadline.cancel()
            visit.deadline = None

    def _warn(self, address: str) -> None:
        if not self._warned:
            self._warned = True
            log.warning(
                "forwarded_header_ignored",
                proxy=address,
                hint="if this is your reverse proxy, name it in trusted_proxies",
            )
