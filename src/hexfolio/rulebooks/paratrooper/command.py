"""Chapter 5: command points."""

from __future__ import annotations

from ...core.game import Table
from ...core.rulings import Refusal
from ...core.state import State
from .events import Commanded, Paid
from .general import General
from .scenario import Bonus


class Command(General):
    """Points are set every turn and spent on special actions."""

    def command_points(self, state: State, side: int) -> int:
        """para:5.2.b: what is left until the next own command point phase."""
        return state.tracks.get(f"cp {side}", 0)

    def reset_command(self, state: State, side: int, table: Table) -> None:
        """para:5.2.a, 5.3.a, 5.5.a: the value of the track and what the battle adds; the rest is gone."""
        values: tuple[int, ...] = self.special["command"][side]
        points = values[min(state.turn, len(values)) - 1] + self.bonus(state, side)
        state.tracks[f"cp {side}"] = points
        table.tell(Commanded(side, points))

    def bonus(self, state: State, side: int) -> int:
        """para:24.3.1.a, 25.3.a and b: places that are held with no enemy unit next to them."""
        bonuses: tuple[Bonus, ...] = self.special.get("bonus", ())
        if side != self.airborne_side:
            return 0
        return sum(
            bonus.points
            for bonus in bonuses
            if any(
                self.units_in(state, side, hex_) and not self.next_to(state, 1 - side, hex_)
                for hex_ in bonus.hexes
            )
        )

    def price(self, action: str) -> int:
        return self.charts.prices[action]

    def judge_price(self, state: State, side: int, action: str, what: str) -> Refusal | None:
        """para:5.1.a, 5.4.b: nobody spends more than he has."""
        price, left = self.price(action), self.command_points(state, side)
        if price <= left:
            return None
        points = "1 command point" if price == 1 else f"{price} command points"
        return self.refuse(f"price_{action}", f"{what} costs {points} and {left} are left.")

    def pay(self, state: State, side: int, action: str, table: Table) -> None:
        """para:5.4.a: at once."""
        price = self.price(action)
        state.tracks[f"cp {side}"] = self.command_points(state, side) - price
        table.tell(Paid(side, price, action))

    def lose_command(self, state: State, side: int, points: int) -> None:
        """para:5.4.c: never below none."""
        state.tracks[f"cp {side}"] = max(self.command_points(state, side) - points, 0)
