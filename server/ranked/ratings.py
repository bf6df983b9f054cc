"""How strong somebody is believed to be: OpenSkill's Plackett-Luce model over the places of a game.

Beside the rank, which is earned, the rating is an estimate: it chooses opponents and orders the
leaderboard. Pure, and by the same numbers the same on every machine.
"""

from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

from server.ranked.tables import RatingNumbers


class Skill(Struct, frozen=True):
    """The belief about one account: its mean, and how unsure it is."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A strength that the account has almost certainly: what is not known does not count."""
        return self.mu - 3 * self.sigma


class Ratings:
    """The model with its numbers."""

    def __init__(self, numbers: RatingNumbers) -> None:
        self._numbers = numbers
        self._model = PlackettLuce(
            mu=numbers.mu,
            sigma=numbers.sigma,
            beta=numbers.beta,
            tau=numbers.tau,
            kappa=0.0001,
        )

    def beginner(self) -> Skill:
        """Return what is believed of somebody who has not played yet."""
        return Skill(self._numbers.mu, self._numbers.sigma)

    def after(self, skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
        """Return what is believed after a game.

        Args:
            skills: by seat, before the game.
            places: by seat, each from 1 to their number once: no game ends in a tie.

        Raises:
            ValueError: the places are no order of the seats.
        """
        if sorted(places) != list(range(1, len(skills) + 1)):
            raise ValueError(f"{list(places)} are not the places of {len(skills)} seats")
        rated = self._model.rate(
            [[self._model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills],
            ranks=[float(place) for place in places],
        )
        return tuple(Skill(float(seat.mu), float(seat.sigma)) for (seat,) in rated)

    def shown(self, skill: Skill) -> int:
        """Return the number that people see, and by which opponents are chosen."""
        return round(self._numbers.base + self._numbers.scale * skill.ordinal)
