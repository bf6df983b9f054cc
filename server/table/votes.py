"""Votes of the people at a table: to end the game, to pause it, to go on with it."""

from collections.abc import Callable, Sequence

from protocol import codec
from protocol.errors import ProtocolError
from protocol.table import Vote as VoteFrame
from protocol.table import VoteKind
from server.clock import Clock
from server.table.agenda import Agenda
from server.table.entries import OpenVote
from server.table.journal import Journal
from server.table.seat import Seat
from server.table.stream import Stream
from server.table.vote import Vote


class Votes:
    """The open votes, one of each kind at most. `passed` is called with what was agreed on, and
    the seat that asked for it, before everybody is told.
    """

    def __init__(
        self,
        table: str,
        seats: Sequence[Seat],
        *,
        stream: Stream,
        clock: Clock,
        agenda: Agenda,
        journal: Journal,
        vote_ms: int,
        passed: Callable[[VoteKind, int], None],
    ) -> None:
        self._table = table
        self._seats = seats
        self._stream = stream
        self._clock = clock
        self._agenda = agenda
        self._journal = journal
        self._vote_s = vote_ms / 1000
        self._passed = passed
        self._open: dict[VoteKind, Vote] = {}
        # Those that were open when the last process ended, for each seat until it is told.
        self._lost: dict[int, tuple[OpenVote, ...]] = {}

    def check(self, kind: VoteKind, agree: bool) -> None:
        """Refuse to answer what nobody has asked."""
        if not agree and kind not in self._open:
            raise ProtocolError("no_vote")

    def answer(self, kind: VoteKind, seat: Seat, agree: bool) -> None:
        """Take a seat's answer, which opens the vote if it agrees; one refusal ends it."""
        vote = self._open.get(kind)
        if vote is None:
            vote = self._open[kind] = Vote(self._clock.now() + self._vote_s, seat.index)
            self._agenda.at(vote.until)
        if agree:
            vote.agreed.add(seat.index)
            self._count(kind, vote)
        else:
            vote.agreed.discard(seat.index)
            self.close(kind)

    def close(self, kind: VoteKind) -> None:
        """End a vote, if one is open: there is nothing to vote on any more."""
        vote = self._open.pop(kind, None)
        if vote is not None:
            self._note()
            self._stream.broadcast(self._frame(kind, vote, 0))

    def due(self) -> None:
        """End votes whose time is out, and put the ends of others back on the agenda."""
        now = self._clock.now()
        for kind, vote in tuple(self._open.items()):
            if vote.ends_ms(now) <= 0:
                self.close(kind)
            else:
                self._agenda.at(vote.until)
                # Somebody who was awaited after a restart may be awaited no more.
                needed = vote.needed
                if vote.count(self._present()) or vote.needed != needed:
                    self._count(kind, vote)

    def recount(self) -> None:
        """Count open votes again: somebody left or came back."""
        for kind, vote in tuple(self._open.items()):
            self._count(kind, vote)

    def stalled(self, seconds: float) -> None:
        """Let open votes run so much longer: nobody could answer."""
        for vote in self._open.values():
            vote.until += seconds
            self._agenda.at(vote.until)

    def lose(self, votes: tuple[OpenVote, ...]) -> None:
        """Votes were open when the last process ended: they are closed, and everybody is told."""
        if votes:
            self._lost = {seat.index: votes for seat in self._seats}
            self._note()

    def tell(self, seat: Seat) -> None:
        """Tell a new connection of the votes that are open, or were before a restart."""
        for lost in self._lost.pop(seat.index, ()):
            if lost.kind not in self._open:
                seat.send(self._frame(lost.kind, lost, 0))
        now = self._clock.now()
        for kind, vote in self._open.items():
            seat.send(self._frame(kind, vote, vote.ends_ms(now)))

    def _count(self, kind: VoteKind, vote: Vote) -> None:
        if vote.count(self._present()):
            self.close(kind)
            self._passed(kind, vote.by)
        else:
            self._note()
            self._stream.broadcast(self._frame(kind, vote, vote.ends_ms(self._clock.now())))

    def _present(self) -> list[int]:
        """Return the seats whose answer counts: of people who are here, or on the way back."""
        now = self._clock.now()
        for seat in self._seats:
            if seat.awaited(now):
                self._agenda.at(seat.awaited_until)
        return [
            seat.index for seat in self._seats if seat.presence == "online" or seat.awaited(now)
        ]

    def _note(self) -> None:
        self._journal.votes(
            [OpenVote(kind, len(vote.agreed), vote.needed) for kind, vote in self._open.items()]
        )

    def _frame(self, kind: VoteKind, vote: Vote | OpenVote, ends_ms: int) -> bytes:
        agreed = vote.agreed if isinstance(vote, OpenVote) else len(vote.agreed)
        return codec.encode(
            VoteFrame(
                table=self._table, kind=kind, agreed=agreed, needed=vote.needed, ends_ms=ends_ms
            )
        )
